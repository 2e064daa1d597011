import { Rfc, foldLetters, type Issue } from '@timbre/fiscal';
import { localDateTimeOf, dateOfDigits } from '../reading/dates';
import { labelReader, oneLine, type Labelled, type LabelTable } from '../reading/labels';
import { captureOf, splitAtCapture } from './capture';
import { conceptsOf } from './concepts';
import { amountLabels } from './concept-amounts';
import type { Anomaly, Concept, DeclarationFacts, ReadDeclaration } from './facts';
import { withoutPageHeads } from './page-heads';
import { paymentsOf } from './payments';
import { periodOf } from './period';
import { complementaryTypeOf, declarationTypeOf } from './types';

/**
 * The labels in the header of a filing receipt (acuse). The first spelling of each label in this
 * list is the spelling on the current portal.
 */
const headerLabels: LabelTable = [
  ['title', 'Acuse de recibo'],
  ['title', 'Declaración Provisional o Definitiva de Impuestos Federales'],
  ['title', 'Declaración del Ejercicio de Impuestos Federales'],
  ['rfc', 'RFC:'],
  ['sheet', 'Hoja #'],
  ['legalName', 'Denominación o razón social:'],
  ['legalName', 'Nombre, denominación o razón social:'],
  ['legalName', 'Nombre:'],
  ['declarationType', 'Tipo de declaración:'],
  ['complementaryType', 'Tipo de Complementaria:'],
  ['period', 'Período de la declaración:'],
  ['periodicity', 'Periodicidad:'],
  ['fiscalYear', 'Ejercicio:'],
  ['filedAt', 'Fecha y hora de presentación:'],
  ['medium', 'Medio de presentación:'],
  ['dueOn', 'Vencimiento Obligación:'],
  ['version', 'Versión:'],
  ['operationNumber', 'Número de operación:'],
  ['operationNumber', 'No. de Operación:'],
];

const bodyLabels: LabelTable = [
  ['declared', 'Impuestos que declara:'],
  ['concept', 'Concepto de pago #:'],
  ['annex', 'Concepto presentado #:'],
  ['seal', 'Sello digital:'],
  ...amountLabels,
];

const reader = labelReader([...headerLabels, ...bodyLabels]);
const isHead = (name: string): boolean => headerLabels.some(([label]) => label === name);

const paymentTitle = 'INFORMACIONDELPAGORECIBIDOENLAINSTITUCIONDECREDITOAUTORIZADA';
const receiptTitle = 'INFORMACIONREGISTRADADEPAGOSDECONTRIBUCIONESFEDERALES';
const acuseTitle = /DECLARACION(PROVISIONALODEFINITIVA|DELEJERCICIO)DEIMPUESTOSFEDERALES/;

/**
 * Reads the text of a filing receipt (acuse) or of a payment receipt (facts: sat-sync-reports B.4).
 * Text that Timbre cannot interpret is recorded as an anomaly, and its field stays absent.
 * - document_not_recognised: the file is not the kind of SAT document that this operation reads
 * - rfc_invalid, operation_number_invalid, fiscal_year_invalid, period_unreadable,
 *   filed_at_unreadable, declaration_type_missing: the header is not complete
 * - several_declarations: the text contains more than one declaration, because it has several
 *   operation numbers
 * - total_mismatch: the amounts to pay do not add up to the printed total
 */
export function readDeclaration(text: string): ReadDeclaration {
  const plain = foldLetters(text.slice(0, 20_000));
  const isReceipt = plain.includes(receiptTitle);
  if (!isReceipt && !(plain.includes('ACUSEDERECIBO') && acuseTitle.test(plain))) {
    const message = 'The file is neither an acuse nor a payment receipt of a declaration.';
    return { issues: [{ path: [], code: 'document_not_recognised', message }] };
  }
  const [before, paid] = isReceipt ? splitAtPayments(text) : [text, ''];
  const [declared, capture] = splitAtCapture(before);
  const found = reader.read(declared);
  const anomalies: Anomaly[] = [];
  const header = headerOf(found, anomalies);
  if ('issues' in header) return header;
  const { concepts, annexes } = conceptsOf(withoutPageHeads(found, isHead), anomalies);
  const captured = captureOf(capture, anomalies);
  const facts: DeclarationFacts = {
    document: isReceipt ? 'payment_receipt' : 'acuse',
    ...header.facts,
    ...captured,
    concepts,
    annexes,
    payments: isReceipt ? paymentsOf(paid, anomalies) : [],
    anomalies,
  };
  const issue = settleTotal(facts);
  return issue ? { issues: [issue] } : { facts };
}

/** Splits the text into the table of payments and the text before it. */
function splitAtPayments(text: string): [string, string] {
  const lines = text.split('\n');
  const at = lines.findIndex((_, index) =>
    foldLetters(lines.slice(index, index + 3).join('')).startsWith(paymentTitle),
  );
  return at < 0 ? [text, ''] : [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')];
}

type Header = Omit<
  DeclarationFacts,
  'document' | 'concepts' | 'annexes' | 'payments' | 'anomalies' | 'captureLine' | 'total'
>;

function headerOf(
  found: Labelled[],
  anomalies: Anomaly[],
): { facts: Header } | { issues: Issue[] } {
  const printed = (name: string) => found.find((label) => label.name === name)?.value ?? '';
  const value = (name: string) => oneLine(printed(name));
  const rfc = Rfc.parse(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}/.exec(value('rfc'))?.[0] ?? '');
  const numbers = found.flatMap(({ name, value: text }) =>
    name === 'operationNumber' ? (/^\d{12}(?!\d)/.exec(text) ?? []) : [],
  );
  const operationNumber = numbers[0];
  const fiscalYear = Number(/^\d{4}(?!\d)/.exec(value('fiscalYear'))?.[0]);
  const period = periodOf(value('periodicity'), value('period'));
  const filedLocalDateTime = localDateTimeOf(value('filedAt'));
  const declarationType = declarationTypeOf(printed('declarationType'), anomalies);
  const issues: Issue[] = [];
  const add = (code: string, what: string) =>
    issues.push({ path: [], code, message: `The document has no readable ${what}.` });
  if (!rfc) add('rfc_invalid', 'RFC');
  if (!operationNumber) add('operation_number_invalid', 'operation number of 12 digits');
  if (!(fiscalYear >= 2000 && fiscalYear <= 2100)) add('fiscal_year_invalid', 'fiscal year');
  if (!period) add('period_unreadable', 'period');
  if (!filedLocalDateTime) add('filed_at_unreadable', 'date of presentation');
  if (!declarationType) add('declaration_type_missing', 'type of declaration');
  if (new Set(numbers).size > 1) {
    const message = 'The file holds several declarations; send each as a file of its own.';
    issues.push({ path: [], code: 'several_declarations', message });
  }
  if (issues.length || !rfc || !operationNumber || !period || !filedLocalDateTime) {
    return { issues };
  }
  const legalName = value('legalName');
  const complementaryType = complementaryTypeOf(printed('complementaryType'), anomalies);
  const dueOn = dateOfDigits(value('dueOn'));
  if (!dueOn && value('dueOn')) {
    const text = `dueOn: ${value('dueOn')}`.slice(0, 200);
    anomalies.push({ code: 'date_unreadable', text });
  }
  return {
    facts: {
      rfc: rfc.toString(),
      ...period,
      operationNumber,
      fiscalYear,
      filedLocalDateTime,
      declarationType,
      ...(legalName && { legalName }),
      ...(complementaryType && { complementaryType }),
      ...(dueOn && { dueOn }),
    },
  };
}

/** Sets the total to zero if no concept has an amount to pay, and checks a printed total. */
function settleTotal(facts: DeclarationFacts): Issue | undefined {
  const toPay = facts.concepts.map(
    (concept) => concept.amountToPay ?? (hasNothingToPay(concept) ? '0' : undefined),
  );
  const isWhole = toPay.every((amount) => amount !== undefined);
  const sum = toPay.reduce((all, amount) => all + BigInt(amount ?? 0), 0n);
  if (facts.total === undefined) {
    if (isWhole && sum === 0n && toPay.length > 0) facts.total = '0';
    else if (!isWithoutTotal(facts)) facts.anomalies.push({ code: 'total_missing', text: '' });
    return undefined;
  }
  const total = BigInt(facts.total);
  if (total > 0n && toPay.length === 0) {
    facts.anomalies.push({ code: 'concepts_missing', text: '' });
  }
  if (sum <= total && (!isWhole || toPay.length === 0 || sum === total)) return undefined;
  const message = `The amounts to pay add up to ${sum}, but the total is ${total}.`;
  return { path: [], code: 'total_mismatch', message };
}

/**
 * Whether a declaration has no total because it only adds annexes or withdraws an earlier declaration.
 */
const isWithoutTotal = ({ concepts, annexes, complementaryType = '' }: DeclarationFacts): boolean =>
  (concepts.length === 0 && annexes.length > 0) || complementaryType.startsWith('Dejar sin efecto');

const hasNothingToPay = ({ charged, inFavor, amountCharged, amountInFavor }: Concept): boolean =>
  amountCharged === '0' ||
  (amountInFavor !== undefined && amountInFavor !== '0') ||
  (inFavor !== undefined && charged === undefined);
