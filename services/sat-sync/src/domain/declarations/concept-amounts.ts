import { dateOfDigits } from '../reading/dates';
import type { Labelled, LabelTable } from '../reading/labels';
import { wholePesos } from '../reading/whole-pesos';
import type { Anomaly, Concept } from './facts';

/** Lines of a concept that become its fields. */
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

/** Lines that end a value and are otherwise kept only in the file. */
const others: LabelTable = [
  ['paidBeforeOn', 'Fecha del pago realizado con anterioridad:'],
  ['other', 'Total de contribuciones:'],
  ['other', 'Compensaciones:'],
  ['other', 'Compensación:'],
  ['other', 'Estímulos:'],
  ['other', 'Subsidio para el empleo:'],
  ['other', 'Importe de la 1a. parcialidad:'],
  ['other', 'Importe sin la 1a. parcialidad:'],
];

export const amountLabels: LabelTable = [...fields, ...others];

const isField = (name: string): name is AmountField => fields.some(([field]) => field === name);

/** Adds a printed line to its concept. A second, other value and an unreadable one are anomalies. */
export function addLine(concept: Concept, { name, value }: Labelled, anomalies: Anomaly[]): void {
  const [printed = ''] = value.split('\n');
  const text = `${concept.number} ${name}: ${printed}`.slice(0, 200);
  if (name === 'paidBeforeOn') {
    const date = dateOfDigits(printed);
    if (date) concept.paidBeforeOn = date;
    else if (printed) anomalies.push({ code: 'date_unreadable', text });
    return;
  }
  if (!isField(name)) return;
  const amount = wholePesos(printed);
  if (amount === undefined) anomalies.push({ code: 'amount_unreadable', text });
  else if (concept[name] === undefined) concept[name] = amount;
  else if (concept[name] !== amount) anomalies.push({ code: 'amount_repeated', text });
}

/**
 * What was applied against a concept, which the SAT rarely prints: (charged + update + surcharges + fine)
 * − paid before − amount charged + amount in favor. Negative is an anomaly, not an amount.
 */
export function addApplications(concept: Concept, anomalies: Anomaly[]): void {
  const { charged, amountCharged, amountInFavor } = concept;
  if (concept.applications !== undefined || charged === undefined) return;
  if (amountCharged === undefined && amountInFavor === undefined) return;
  const of = (amount: string | undefined) => BigInt(amount ?? 0);
  const owed = of(charged) + of(concept.update) + of(concept.surcharges) + of(concept.fine);
  const applied = owed - of(concept.paidBefore) - of(amountCharged) + of(amountInFavor);
  if (applied >= 0n) concept.applications = `${applied}`;
  else anomalies.push({ code: 'applications_negative', text: `${concept.number}: ${applied}` });
}
