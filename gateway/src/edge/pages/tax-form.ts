import { characterIssues, issuesOf, taxInfoInput } from '@timbre/api';
import {
  certain,
  isInForce,
  isRegimeAllowed,
  isUseAllowed,
  localDateIn,
  requiredCatalog,
  Rfc,
  taxRegime,
  type CatalogEntry,
  type PersonKind,
  memberAt,
  firstIn,
} from '@timbre/fiscal';
import type { Issue } from '@timbre/kit';
import type { z } from 'zod';
import { faultsOf, type FieldFault, type Words } from './words';

export type TaxInfo = z.output<typeof taxInfoInput>;

/**
 * The steps of the form, with their fields. The form has no script, so the uses that a tax regime
 * allows can only be shown in a second step.
 */
const steps = { 1: ['rfc', 'taxSystem'], 2: ['legalName', 'postalCode', 'cfdiUse', 'email'] };

const fields = [...steps[1], ...steps[2]];

/**
 * The state of the form: the current step, the entered values, and the errors of the form's fields.
 */
export interface TaxForm {
  step: 1 | 2;
  values: Record<string, string>;
  faults: FieldFault[];
  /** The tax regimes to choose from in step 1, grouped by kind of person. */
  regimes?: { label: string; entries: Choice[] }[];
  /** The tax regime chosen in step 1, and the uses that it allows. */
  regime?: Choice;
  uses?: Choice[];
}

interface Choice {
  code: string;
  description: string;
}

/** Returns a form without values. */
export const emptyForm = (words: Words): TaxForm => formAt(1, {}, [], words);

/**
 * Returns the form filled with the given values: step 2 if the fields of step 1 are valid,
 * otherwise step 1.
 */
export function filledForm(words: Words, values: Record<string, string>): TaxForm {
  const all = { ...Object.fromEntries(fields.map((name) => [name, ''])), ...values };
  const isKnown =
    Rfc.parse(all['rfc'] ?? '') !== undefined &&
    taxRegime(all['taxSystem'] ?? '', today()) !== undefined &&
    taxpayerIssues(all).length === 0;
  return formAt(isKnown ? 2 : 1, all, [], words);
}

/**
 * Reads a submitted form.
 * @param required names the fields that this page requires in addition to the fields that every
 * page requires
 * @returns the tax data of a complete form, or the next form to show
 */
export function readTaxForm(
  words: Words,
  sent: URLSearchParams,
  required: (keyof TaxInfo)[] = [],
): TaxInfo | TaxForm {
  const values = Object.fromEntries(fields.map((name) => [name, sent.get(name)?.trim() ?? '']));
  // Spaces and dashes are removed, because people type them in an RFC.
  values['rfc'] = memberAt(values, 'rfc').replaceAll(/[\s-]/g, '').toUpperCase();
  const step = sent.get('step');
  if (step === 'back' || step === 'invoice') return formAt(1, values, [], words);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const { data, error } = taxInfoInput.safeParse(given);
  const issues = error ? issuesOf(taxInfoInput, error, given) : [];
  issues.push(...characterIssues(given, issues));
  for (const name of required) {
    if (given[name] === undefined) issues.push({ path: [name], code: 'required', message: name });
  }
  const ofTaxpayer = [
    ...issues.filter(({ path }) => steps[1].includes(String(path[0]))),
    ...taxpayerIssues(values),
  ];
  if (ofTaxpayer.length > 0) return formAt(1, values, ofTaxpayer, words);
  if (step !== 'details') return formAt(2, values, [], words);
  return data && issues.length === 0 ? data : formAt(2, values, issues, words);
}

/** Returns the form again, with the errors that a service reported. */
export function refusedForm(words: Words, info: TaxInfo, issues: Issue[]): TaxForm {
  const isOfTaxpayer = faultsOf(words, issues, fields).some(({ field }) =>
    steps[1].includes(field),
  );
  return formAt(isOfTaxpayer ? 1 : 2, { ...info, email: info.email ?? '' }, issues, words);
}

/**
 * Returns the errors of the fields in step 1, on which the choices of step 2 depend. Commerce
 * validates all fields again.
 */
function taxpayerIssues({ rfc: text = '', taxSystem = '' }: Record<string, string>): Issue[] {
  const rfc = Rfc.parse(text);
  const day = today();
  if (!rfc || !taxRegime(taxSystem, day)) return [];
  const issue = (field: string, code: string): Issue => ({ path: [field], code, message: code });
  if (rfc.isGeneric()) return [issue('rfc', 'rfc_not_own')];
  if (isRegimeAllowed(taxSystem, rfc.kind, day)) return [];
  return [issue('taxSystem', 'tax_system_not_allowed')];
}

function formAt(
  step: 1 | 2,
  values: Record<string, string>,
  issues: Issue[],
  words: Words,
): TaxForm {
  const form: TaxForm = { step, values, faults: faultsOf(words, issues, fields) };
  if (step === 1) return { ...form, regimes: regimeGroups(words) };
  const rfc = certain(Rfc.parse(values['rfc'] ?? ''), 'the RFC');
  const taxSystem = values['taxSystem'] ?? '';
  const day = today();
  const regime = requiredCatalog('c_RegimenFiscal').get(taxSystem, day);
  return {
    ...form,
    ...(regime && { regime }),
    uses: inForce('c_UsoCFDI').filter(
      ({ code }) => !usesOfOtherKinds.has(code) && isUseAllowed(code, taxSystem, rfc.kind, day),
    ),
  };
}

/** Uses for payment complements and payroll receipts, which this form does not offer. */
const usesOfOtherKinds = new Set(['CP01', 'CN01']);

function regimeGroups(words: Words): NonNullable<TaxForm['regimes']> {
  const entries = inForce('c_RegimenFiscal');
  const kindOf = ({ code }: CatalogEntry): PersonKind | 'both' => {
    const { persons } = certain(taxRegime(code, today()), 'taxRegime');
    return persons.length > 1 ? 'both' : firstIn(persons);
  };
  return (['fisica', 'moral', 'both'] as const).map((kind) => ({
    label: words.form.persons[kind],
    entries: entries.filter((entry) => kindOf(entry) === kind),
  }));
}

function inForce(name: string): CatalogEntry[] {
  const day = today();
  return [...requiredCatalog(name).entries()].filter((entry) => isInForce(entry, day));
}

const today = () => localDateIn(Date.now(), 'America/Mexico_City');
