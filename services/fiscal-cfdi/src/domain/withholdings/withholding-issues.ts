import { sayNotActive } from '@timbre/api';
import { validateRetenciones, type Finding, type Retenciones } from '@timbre/cfdi';
import {
  capitalRegimeIssues,
  Curp,
  Decimal,
  isFiscalText,
  type Issue,
  isUuid,
  requiredCatalog,
  Rfc,
  taxCodeOf,
} from '@timbre/fiscal';
import { findingIssue, type Judged } from '../drafting/document-issues';
import type { Issuance } from '../drafting/draft';
import { withSatCodes } from '../refusals/sat-codes';
import type { Profile } from '../set-up/fiscal-profile';
import { complementDocumentIssues, keyIssues, withheldIssues } from './key-issues';
import {
  receiverName, retencionesOf, taxOfPaymentType,
  type WithheldTax, type WithholdingInput, type WithholdingPeriod, type WithholdingReceiver,
} from './withholding'; // prettier-ignore

type Path = (string | number)[];

/** The code of c_CveRetenc for other withholdings. Only code 25 requires a description. */
const otherCode = '25';
const descriptionMax = 100;
const nationalNameMax = 254;
const foreignNameMax = 300;
const taxIdMax = 20;

/**
 * Returns every rule that a withholding draft breaks if it is issued with this issuance, and the document
 * if it can be built. The rules are checked when the draft is written and again before the seal, because
 * catalogues can change in between. The result also contains the issues of keyIssues, withheldIssues,
 * complementDocumentIssues, nationalIssues and foreignIssues.
 * - not_in_catalog: the value is not an active code of c_CveRetenc, c_CodigoPostal, c_Periodo, c_Ejercicio,
 *   c_TipoPagoRet or c_TipoRelacion
 * - description_missing (code 25), description_invalid
 * - receiver_kind_unknown
 * - period_reversed: the period ends before it begins
 * - period_in_future: the period ends after the current month
 * - number_invalid, too_small, too_large, too_many_decimals: the value is not an amount of pesos
 * - tax_unknown
 * - tax_not_of_payment_type: the payment type belongs to another tax (c_TipoPagoRet)
 * - uuid_invalid: the text is not a UUID
 * - document_invalid, Reten…: the document breaks another rule of the SAT
 *
 * The rules come from retencionpagov2.xsd, its catalogues and its fill-in guide, read 2026-11-21.
 */
export function judgeWithholding(
  input: WithholdingInput,
  profile: Profile,
  issuance: Issuance,
): Judged<Retenciones> {
  const today = issuance.fecha.slice(0, 10);
  const issues = [
    ...codeIssues('c_CveRetenc', input.withholdingCode, ['withholdingCode'], today),
    ...keyIssues(input),
    ...descriptionIssues(input),
    ...receiverIssues(input.receiver, today),
    ...periodIssues(input.period, today),
    ...totalsIssues(input),
    ...input.taxes.flatMap((tax, index) => taxIssues(tax, ['taxes', index], today)),
    ...relatedIssues(input, today),
  ];
  if (issues.length > 0) return { issues: withSatCodes('withholding', issues) };
  const excess = [...withheldIssues(input), ...complementDocumentIssues(input, profile)];
  if (excess.length > 0) return { issues: excess };
  const document = retencionesOf(input, profile, issuance);
  const broken = validateRetenciones(document);
  return { issues: broken.map((finding) => findingIssue(finding, inputPath)), document };
}

/** Returns the issues of a draft on a date (`YYYY-MM-DD` at the place of issue), without the document. */
export const withholdingIssues = (
  input: WithholdingInput,
  profile: Profile,
  today: string,
): Issue[] => judgeWithholding(input, profile, { fecha: `${today}T12:00:00` }).issues;

const parts: Readonly<Record<string, Path>> = {
  cveRetenc: ['withholdingCode'],
  descRetenc: ['description'],
  receptor: ['receiver'],
  periodo: ['period'],
  totales: ['totals'],
  cfdiRetenRelacionados: ['relatedDocument'],
};

const receiverFields: Readonly<Record<string, string>> = {
  rfcR: 'rfc',
  nomDenRazSocR: 'legalName',
  curpR: 'curp',
  domicilioFiscalR: 'postalCode',
};

/** Converts a path in the document to a path in the input. */
function inputPath([part = '', field, index]: Finding['path']): Path {
  if (field === 'impRetenidos') return ['taxes', index ?? 0];
  const own = part === 'receptor' ? receiverFields[String(index)] : undefined;
  return [...(parts[part] ?? []), ...(own === undefined ? [] : [own])];
}

function codeIssues(name: string, code: string, path: Path, today: string): Issue[] {
  if (requiredCatalog(name).isActive(code, today)) return [];
  return [{ path, code: 'not_in_catalog', ...sayNotActive(name, code, today) }];
}

/**
 * - description_invalid: the description is empty, too long, or has a vertical bar (|)
 */
function descriptionIssues({ withholdingCode, description }: WithholdingInput): Issue[] {
  const path = ['description'];
  if (description === undefined) {
    if (withholdingCode !== otherCode) return [];
    const message = `Code ${otherCode} requires a description of the withholding.`;
    return [{ path, code: 'description_missing', message }];
  }
  if (isFiscalText(description, descriptionMax)) return [];
  const message = `A description must have 1 to ${descriptionMax} characters and no |.`;
  return [{ path, code: 'description_invalid', message }];
}

function receiverIssues(receiver: WithholdingReceiver, today: string): Issue[] {
  if (receiver.kind === 'national') return nationalIssues(receiver, today);
  if (receiver.kind === 'foreign') return foreignIssues(receiver);
  const message = 'The kind of a receiver must be national or foreign.';
  return [{ path: ['receiver', 'kind'], code: 'receiver_kind_unknown', message }];
}

const atReceiver = (field: string, code: string, message: string): Issue[] => [
  { path: ['receiver', field], code, message },
];

/**
 * - rfc_missing, rfc_invalid
 * - receiver_is_foreign: this is the generic RFC of foreigners, so the kind of the receiver must be
 *   `foreign`
 * - legal_name_invalid, capital_regime_in_name
 * - postal_code_missing, not_in_catalog: a national receiver needs the postal code of the SAT's register,
 *   unless the RFC is generic
 * - curp_invalid
 * - curp_not_allowed: only a natural person may have a CURP
 */
function nationalIssues(receiver: WithholdingReceiver, today: string): Issue[] {
  const rfc = Rfc.parse(receiver.rfc ?? '');
  return [
    ...rfcIssues(receiver, rfc),
    ...nameIssues(receiver, nationalNameMax),
    ...capitalRegimeIssues(receiverName(receiver), rfc, ['receiver', 'legalName']),
    ...postalCodeIssues(receiver, rfc, today),
    ...curpIssues(receiver, rfc),
  ];
}

function rfcIssues(receiver: WithholdingReceiver, rfc: Rfc | undefined): Issue[] {
  if (!receiver.rfc)
    return atReceiver('rfc', 'rfc_missing', 'A national receiver must have an RFC.');
  if (!rfc) return atReceiver('rfc', 'rfc_invalid', 'Not a valid RFC.');
  if (!rfc.isGeneric() || rfc.isGenericNational()) return [];
  return atReceiver(
    'rfc',
    'receiver_is_foreign',
    'This RFC is for foreign receivers; use kind foreign.',
  );
}

function nameIssues(receiver: WithholdingReceiver, max: number): Issue[] {
  if (isFiscalText(receiverName(receiver), max)) return [];
  const message = `A receiver's name must have 1 to ${max} characters and no |.`;
  return atReceiver('legalName', 'legal_name_invalid', message);
}

function postalCodeIssues(
  { postalCode: code }: WithholdingReceiver,
  rfc: Rfc | undefined,
  today: string,
): Issue[] {
  if (rfc?.isGeneric()) return [];
  if (code) return codeIssues('c_CodigoPostal', code, ['receiver', 'postalCode'], today);
  const message = 'A national receiver must have the postal code of the SAT register.';
  return atReceiver('postalCode', 'postal_code_missing', message);
}

function curpIssues({ curp }: WithholdingReceiver, rfc: Rfc | undefined): Issue[] {
  if (curp === undefined) return [];
  if (!Curp.parse(curp)) return atReceiver('curp', 'curp_invalid', 'Not a valid CURP.');
  if (rfc?.kind !== 'moral') return [];
  return atReceiver('curp', 'curp_not_allowed', 'A legal entity has no CURP.');
}

/**
 * - legal_name_invalid
 * - tax_id_invalid: the tax number is empty, too long, or has a vertical bar (|)
 */
function foreignIssues(receiver: WithholdingReceiver): Issue[] {
  const { taxId } = receiver;
  const issues = nameIssues(receiver, foreignNameMax);
  if (taxId === undefined || isFiscalText(taxId, taxIdMax)) return issues;
  const message = `A tax id must have 1 to ${taxIdMax} characters and no |.`;
  return [...issues, ...atReceiver('taxId', 'tax_id_invalid', message)];
}

function periodIssues({ startMonth, endMonth, year }: WithholdingPeriod, today: string): Issue[] {
  const month = (value: number, field: string) =>
    codeIssues('c_Periodo', String(value).padStart(2, '0'), ['period', field], today);
  const issues = [
    ...month(startMonth, 'startMonth'),
    ...month(endMonth, 'endMonth'),
    ...codeIssues('c_Ejercicio', String(year), ['period', 'year'], today),
  ];
  if (startMonth > endMonth) {
    const message = 'The period ends before it begins.';
    issues.push({ path: ['period', 'endMonth'], code: 'period_reversed', message });
  }
  const end = `${year}-${String(endMonth).padStart(2, '0')}`;
  if (issues.length > 0 || end <= today.slice(0, 7)) return issues;
  const field = `${year}` > today.slice(0, 4) ? 'year' : 'endMonth';
  const message = 'The period is yet to come; it may end with the present month at the latest.';
  return [{ path: ['period', field], code: 'period_in_future', message }];
}

function totalsIssues({ totals }: WithholdingInput): Issue[] {
  return Object.entries(totals).flatMap(([field, text]) => pesosIssues(text, ['totals', field]));
}

function taxIssues({ type, base, amount, paymentType }: WithheldTax, path: Path, today: string) {
  const issues = [
    ...pesosIssues(base, [...path, 'base']),
    ...pesosIssues(amount, [...path, 'amount']),
    ...codeIssues('c_TipoPagoRet', paymentType, [...path, 'paymentType'], today),
  ];
  if (type === undefined) return issues;
  const at = [...path, 'type'];
  const tax = taxCodeOf(type);
  if (!tax) {
    const message = 'The tax must be ISR, IVA or IEPS.';
    return [...issues, { path: at, code: 'tax_unknown', message }];
  }
  const settled = taxOfPaymentType(paymentType);
  if (settled === undefined || settled === tax) return issues;
  const message = `Payment type ${paymentType} does not settle ${type}.`;
  return [...issues, { path: at, code: 'tax_not_of_payment_type', message }];
}

function relatedIssues({ relatedDocument: related }: WithholdingInput, today: string): Issue[] {
  if (!related) return [];
  const at = (field: string) => ['relatedDocument', field];
  const issues = codeIssues('c_TipoRelacion', related.relationship, at('relationship'), today);
  if (isUuid(related.uuid)) return issues;
  const message = 'Not the UUID of a document.';
  return [...issues, { path: at('uuid'), code: 'uuid_invalid', message }];
}

/** The largest amount that a withholding document can contain. */
const pesosMax = Decimal.from('999999999999.99');

/** Checks that an amount in pesos (t_ImporteMXN) is at least 0 and has at most two decimals. */
function pesosIssues(text: string | undefined, path: Path): Issue[] {
  if (text === undefined) return [];
  const value = Decimal.parse(text);
  if (!value) return [{ path, code: 'number_invalid', message: 'Not a decimal number.' }];
  if (value.isNegative())
    return [{ path, code: 'too_small', message: 'The amount must not be below 0.' }];
  if (value.greaterThan(pesosMax))
    return [{ path, code: 'too_large', message: `An amount can be at most ${pesosMax}.` }];
  if (value.trimmed().scale <= 2) return [];
  return [{ path, code: 'too_many_decimals', message: 'An amount can have at most two decimals.' }];
}
