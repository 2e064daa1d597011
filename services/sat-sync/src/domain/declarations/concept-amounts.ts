import { dateOfDigits } from '../reading/dates';
import type { Labelled, LabelTable } from '../reading/labels';
import { wholePesos } from '../reading/whole-pesos';
import type { Anomaly, Concept } from './facts';

/** The labels of the printed lines that are stored as fields of a concept. */
const fields = [
  ['charged', 'A cargo:'],
  ['charged', 'Impuesto a cargo:'],
  ['inFavor', 'A favor:'],
  ['inFavor', 'Impuesto a favor:'],
  ['update', 'Parte actualizada:'],
  ['surcharges', 'Recargos:'],
  ['fine', 'Multa por corrección:'],
  ['applications', 'Total de aplicaciones:'],
  ['paidBefore', 'Monto pagado con anterioridad:'],
  ['amountCharged', 'Cantidad a cargo:'],
  ['amountInFavor', 'Cantidad a favor:'],
  ['amountToPay', 'Cantidad a pagar:'],
] as const;

type AmountField = (typeof fields)[number][0];

/**
 * Labels of printed lines that are not stored as fields of a concept. Each of these labels ends the
 * preceding value. The amounts with an `applied` label are added up.
 */
const others: LabelTable = [
  ['paidBeforeOn', 'Fecha del pago realizado con anterioridad:'],
  ['other', 'Total de contribuciones:'],
  ['applied', 'Compensaciones:'],
  ['applied', 'Compensación:'],
  ['applied', 'Estímulos:'],
  ['applied', 'Subsidio para el empleo:'],
  ['other', 'Importe de la 1a. parcialidad:'],
  ['other', 'Importe sin la 1a. parcialidad:'],
];

export const amountLabels: LabelTable = [...fields, ...others];

const isField = (name: string): name is AmountField => fields.some(([field]) => field === name);

/**
 * For each concept, the sum of the amounts that the single lines of the filing receipt (acuse)
 * apply to the concept.
 */
export type Applied = Map<Concept, bigint>;

/**
 * Adds a printed line of the filing receipt (acuse) to its concept. An unreadable value, or a
 * second value that differs from the first, is recorded as an anomaly.
 */
export function addLine(
  concept: Concept,
  { name, value }: Labelled,
  applied: Applied,
  anomalies: Anomaly[],
): void {
  const [printed = ''] = value.split('\n');
  const text = `${concept.number} ${name}: ${printed}`.slice(0, 200);
  if (name === 'paidBeforeOn') {
    const date = dateOfDigits(printed);
    if (date) concept.paidBeforeOn = date;
    else if (printed) anomalies.push({ code: 'date_unreadable', text });
    return;
  }
  if (name !== 'applied' && !isField(name)) return;
  const amount = wholePesos(printed);
  if (amount === undefined) anomalies.push({ code: 'amount_unreadable', text });
  else if (name === 'applied') applied.set(concept, (applied.get(concept) ?? 0n) + BigInt(amount));
  else if (concept[name] === undefined) concept[name] = amount;
  else if (concept[name] !== amount) anomalies.push({ code: 'amount_repeated', text });
}

/**
 * Calculates the amount applied to a concept, because the SAT rarely prints its total: (charged +
 * update + surcharges + fine) − paid before − amount charged + amount in favor (a favor). A
 * negative result is recorded as an anomaly, and the concept gets no amount.
 */
export function addApplications(concept: Concept, printed: bigint, anomalies: Anomaly[]): void {
  const { charged, amountCharged, amountInFavor, amountToPay } = concept;
  if (concept.applications !== undefined) return;
  if (charged === undefined || (amountCharged === undefined && amountInFavor === undefined)) {
    if (printed > 0n) concept.applications = `${printed}`;
    return;
  }
  const of = (amount: string | undefined) => BigInt(amount ?? 0);
  const owed = of(charged) + of(concept.update) + of(concept.surcharges) + of(concept.fine);
  let applied = owed - of(concept.paidBefore) - of(amountCharged) + of(amountInFavor);
  // Compensations can also be deducted after the amount charged. The amount charged then exceeds
  // the amount to pay.
  const isTakenOff = amountToPay !== undefined && of(amountCharged) - of(amountToPay) === printed;
  if (printed > applied && isTakenOff) applied += printed;
  const differs = printed > 0n && printed > applied;
  const text = `${concept.number}: ${applied}${differs ? ` / ${printed}` : ''}`;
  if (applied >= 0n) concept.applications = `${applied}`;
  else anomalies.push({ code: 'applications_negative', text });
  if (applied >= 0n && differs) anomalies.push({ code: 'applications_differ', text });
}
