import { say, spanishOfWord } from '@timbre/api';
import type { Issue, MessageText } from '@timbre/fiscal';
import type { SeriesKind } from '../set-up/series';
import { cfdiRemedies } from './cfdi-remedies';
import { nominaRemedies, pagosRemedies } from './complement-remedies';
import { pacRemedies } from './pac-remedies';
import { refusedItem } from './refused-item';
import { retencionesRemedies } from './retenciones-remedies';
import type { Remedy } from './remedy';

/** The paths of an income input that another kind of document has elsewhere, or lacks (''). */
const paths: { readonly [Kind in SeriesKind]?: Readonly<Record<string, string>> } = {
  credit_note: {
    'payment.formCode': 'formCode',
    'payment.timing': 'methodCode',
    cfdiUse: 'customerId',
  },
  transfer: { 'payment.formCode': '', 'payment.timing': '', cfdiUse: 'customerId' },
  payment_complement: {
    items: 'payment.documents',
    'payment.timing': '',
    cfdiUse: 'customerId',
  },
  payroll: {
    customerId: 'employeeId',
    cfdiUse: 'employeeId',
    items: 'payroll',
    'payment.formCode': '',
    'payment.timing': '',
    exportation: '',
    globalPeriod: '',
  },
  withholding: {
    customerId: 'receiver',
    cfdiUse: 'receiver',
    items: 'totals',
    relatedDocuments: 'relatedDocument',
    'payment.formCode': '',
    'payment.timing': '',
    currency: '',
    exchangeRate: '',
    confirmation: '',
    exportation: '',
    globalPeriod: '',
    placeOfIssue: '',
  },
};

/** Expands a list of codes with ranges, such as `CFDI40143 CFDI40150-40156`. */
export function codesOf(satCodes: string): string[] {
  return satCodes.split(' ').flatMap((part) => {
    const [, prefix = '', first, last = first] = /^([A-Za-z]*)(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => `${prefix}${Number(first) + index}`);
  });
}

/**
 * The remedies, keyed by the codes of the SAT and the PACs. Several remedies share these codes:
 * - document_refused: the PAC refused the document; its message gives the reason
 * - amounts_refused: the PAC refused an amount that Timbre computed
 * - confirmation_refused: the PAC refused the confirmation key for an unusual exchange rate
 * - complement_required: the document needs a complement that Timbre does not write yet
 */
export const remedies: ReadonlyMap<string, Remedy> = new Map(
  [cfdiRemedies, pagosRemedies, nominaRemedies, retencionesRemedies, pacRemedies]
    .flat()
    .flatMap((remedy) => codesOf(remedy.satCodes).map((code) => [code, remedy])),
);

/** The SAT's code for any other fault. */
const otherFault = 'CFDI40999';

/**
 * A PAC's refusal as an issue of the draft's input.
 * @param satCode the code of the refusal
 * @param words the PAC's message
 * @param xml the sealed document, which may identify the refused item
 */
export function refusalIssue(
  kind: SeriesKind,
  { code: satCode, message: words }: { code: string; message: string },
  xml?: string,
): Issue {
  const { path, receiverField, code, message } = remedies.get(satCode) ?? remedies.get(otherFault)!;
  const own = paths[kind]?.[path] ?? path;
  const field = own === 'receiver' && receiverField ? [receiverField] : [];
  const item = own === 'items' && xml !== undefined ? refusedItem(xml, satCode, words) : undefined;
  return {
    path: [...(own ? own.split('.') : []), ...field, ...(item === undefined ? [] : [item])],
    code,
    ...say('pac_says', { remedy: { en: message, es: inSpanish(code) }, words }),
    satCode,
  };
}

const inSpanish = (code: string): string => spanishOfWord[code] ?? code;

/** The text of an SAT rule that a document breaks: in English the check's message, in Spanish the remedy. */
export function ruleText(satCode: string, message: string): MessageText {
  const { code } = remedies.get(satCode) ?? remedies.get(otherFault)!;
  return say('sat_rule', { rule: { en: message, es: inSpanish(code) }, code: satCode }).text;
}

/** Finkok's own numbers for faults that have an SAT code (facts: pac-sat-webservices.md §1.3). */
const ownNumbers: Readonly<Record<string, string>> = {
  '705': '301',
  '707': '301',
  '712': '303',
  '719': '303',
  '738': '301',
};

/**
 * The code of a refusal in the spelling of the SAT's matrices. `40143`, `cfdi40143` and `CFDI40143` are the
 * same code, and so are `NOM044` and `NOM44`.
 */
export function satCodeOf(code: string): string {
  const [, prefix = '', digits = ''] =
    /^(CFDI|CRP|NOM|Reten)?[ -]?0*(\d+)$/i.exec(code.trim()) ?? [];
  if (!digits) return code;
  if (/^reten$/i.test(prefix)) return `Reten${digits}`;
  if (prefix) return `${prefix.toUpperCase()}${digits}`;
  if (/^1?40\d{3}$/.test(digits)) return `CFDI${digits}`;
  if (/^20[129]\d\d$/.test(digits)) return `CRP${digits}`;
  return ownNumbers[digits] ?? code;
}
