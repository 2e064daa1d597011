import { say, spanishOfWord } from '@timbre/api';
import type { Issue, MessageText } from '@timbre/fiscal';
import { valueAt } from '@timbre/fiscal';
import type { SeriesKind } from '../set-up/series';
import { cartaPorteRemedies } from './carta-porte-remedies';
import { cfdiRemedies } from './cfdi-remedies';
import { foreignTradeRemedies } from './foreign-trade-remedies';
import { nominaRemedies, pagosRemedies } from './complement-remedies';
import { pacRemedies } from './pac-remedies';
import { refusedItem } from './refused-item';
import { retencionesRemedies } from './retenciones-remedies';
import type { Remedy } from './remedy';

/**
 * For each kind of document except income: the fields whose input path differs from the path in an income's
 * input, or '' if the kind has no such field.
 */
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
 * The remedies, keyed by the error codes of the SAT and the PACs. Several remedies have one of the
 * following issue codes:
 * - document_refused: the PAC refused the document; its message gives the reason
 * - amounts_refused: the PAC refused an amount that Timbre computed
 * - confirmation_refused: the PAC refused the confirmation key for an unusual exchange rate
 * - complement_required: the document needs a complement that it does not have
 * - bank_data_refused: the bank data do not fit the form of payment; only forms that are paid through a bank
 *   have them, and an account must have as many digits as its form requires
 * - customs_number_refused: the form of the customs number is wrong, its year, office and broker are not together
 *   in c_NumPedimentoAduana, or the document is an export; correct the number or leave it out
 * - deduction_refused: a deduction must have a type of c_TipoDeduccion and an amount above 0; a deduction for
 *   a disability must also have its days
 * - document_taxes_refused, item_taxes_refused: the taxes contradict each other; each tax must have a base
 *   above 0, a withholding cannot be exempt, and an exempt tax has no rate
 * - earning_refused: an earning must have a type of c_TipoPercepcion and an amount above 0; overtime,
 *   separation, pension and disability must also have their details
 * - employee_data_missing: if the employer has a registration, the employee must have a social security
 *   number, a start of employment, a position risk and an integrated daily salary
 * - employee_data_refused: the employee's data are refused; correct the data that the PAC's message names
 * - employee_rfc_refused: the employee's RFC must be the RFC of a natural person in the SAT's register;
 *   correct the employee
 * - employer_curp_refused: an employer who is a natural person must have a CURP, and a company must not have
 *   one; correct the employer's data for payroll
 * - employer_data_refused: the employer's data are refused; correct the employer's data for payroll
 * - employer_registration_contradicts_contract: contracts 01 to 08 require the employer's registration, and
 *   contracts 09, 10 and 99 must not have it; correct the contract or the employer's data
 * - foreign_number_refused: the tax number abroad does not have the form of its country, or its register does
 *   not have the number (CCE131 to CCE135)
 * - global_period_refused: an invoice to the general public must have a period, and its periodicity, months
 *   and year must fit each other and the issuer's tax regime; no other invoice has a period
 * - hazard_answer_refused: c_ClaveProdServCP says for each product key whether `isHazardous` is given: with 1
 *   it is true, with 0,1 true or false, with 0 it is left out
 * - issue_date_refused: the date of issue is more than 72 hours ago, or it is not the local time at the place
 *   of issue; stamp again to give the document a new date
 * - other_payment_refused: an other payment must have an amount above 0 and a type of c_TipoOtroPago that
 *   fits the regime; a balance in favor must also have its year
 * - paid_amount_refused: the amount and the previous balance of a paid document must be above 0 and have no
 *   more decimals than the currency
 * - payment_chain_refused: only form of payment 03 has a payment chain, together with its certificate, text
 *   and seal
 * - payment_frequency_invalid: ordinary payroll must have a frequency of c_PeriodicidadPago other than 99,
 *   and extraordinary payroll must have 99
 * - receiver_postal_code_not_registered: the receiver's postal code differs from the SAT's register; use the
 *   postal code in the receiver's constancia de situación fiscal
 * - receiver_residence_not_allowed: the receiver's country of residence and foreign tax number do not fit
 *   each other, or the RFC is not XEXX010101000, which alone may have them
 * - receiver_rfc_not_registered: the SAT's register has no active taxpayer with this RFC; compare the RFC
 *   with the receiver's constancia de situación fiscal
 * - receiver_tax_system_not_allowed: the receiver's tax regime does not fit the RFC; use a regime in the
 *   receiver's constancia de situación fiscal, or 616 with a generic RFC
 * - regime_type_invalid: contracts 01 to 08 must have regime 02, 03 or 04, and other contracts another regime
 * - resico_withholding_refused: a company must withhold ISR at 1.25 % from a natural person with regime 626,
 *   and nobody else may use this rate; correct the withholding
 * - seal_refused: the seal does not fit the document, and the draft is not the cause; stamp again, and if the
 *   seal is refused again, give the Request-Id to the operator of Timbre
 * - structure_refused: the document does not follow the SAT's schema; check texts and amounts, and if they
 *   are right, give the Request-Id to the operator of Timbre
 * - tariff_code_refused: the tariff code is not in force, or the unit of customs is another (CCE161, CCE162,
 *   CCE167)
 * - tax_object_contradicts_taxes: the tax object does not fit the taxes; 02 requires taxes, 01, 03, 04 and 05
 *   allow none, and 06 to 08 allow only some
 * - third_party_refused: the third party of an item differs from the SAT's register, or is also a party of
 *   the document; correct the RFC, name, tax regime and postal code
 * - trade_refused: the PAC refuses data of the export; correct what the PAC's message names
 * - usd_rate_refused: the rate is not the official pesos for one US dollar by article 20 of the CFF (CCE121)
 */
export const remedies: ReadonlyMap<string, Remedy> = new Map(
  [
    cfdiRemedies,
    cartaPorteRemedies,
    foreignTradeRemedies,
    pagosRemedies,
    nominaRemedies,
    retencionesRemedies,
    pacRemedies,
  ]
    .flat()
    .flatMap((remedy) => codesOf(remedy.satCodes).map((code) => [code, remedy])),
);

/** The SAT's general code for faults without a specific code. */
const otherFault = 'CFDI40999';

/**
 * Converts a PAC's refusal to an issue of the draft's input.
 * @param satCode is the SAT's or the PAC's code for the refusal
 * @param words is the PAC's message about the refusal
 * @param xml is the sealed document, from which the refused item may be found
 */
export function refusalIssue(
  kind: SeriesKind,
  { code: satCode, message: words }: { code: string; message: string },
  xml?: string,
): Issue {
  const { path, receiverField, code, message } =
    remedies.get(satCode) ?? valueAt(remedies, otherFault);
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

/**
 * Returns the text for a rule of the SAT that a document breaks. The English text is the message of the
 * check, and the Spanish text is the remedy.
 */
export function ruleText(satCode: string, message: string): MessageText {
  const { code } = remedies.get(satCode) ?? valueAt(remedies, otherFault);
  return say('sat_rule', { rule: { en: message, es: inSpanish(code) }, code: satCode }).text;
}

/**
 * Finkok's own error numbers for faults that also have an SAT code (facts: pac-sat-webservices.md §1.3).
 */
const ownNumbers: Readonly<Record<string, string>> = {
  '705': '301',
  '707': '301',
  '712': '303',
  '719': '303',
  '738': '301',
};

/**
 * Returns the error code of a refusal in the spelling of the SAT's matrices. For example, `40143`,
 * `cfdi40143` and `CFDI40143` are the same code, and `NOM044` and `NOM44` are the same code.
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
