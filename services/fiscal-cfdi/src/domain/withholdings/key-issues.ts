import { withholdingComplements, type WithholdingComplement } from '@timbre/api';
import { complementOfKey } from '@timbre/cfdi';
import { certain, Decimal, type Issue } from '@timbre/fiscal';
import type { Profile } from '../set-up/fiscal-profile';
import { withheldDocumentOf, type WithholdingInput } from './withholding';

/**
 * The kind of receiver that each withholding code requires. Code 18 is for payments to residents abroad.
 * Code 28 is for the RIF, whose taxpayers are natural persons in Mexico.
 */
const kindOfCode: Readonly<Record<string, string>> = { '18': 'foreign', '28': 'national' };

/**
 * Checks the requirements that each code of c_CveRetenc has for its documents. The requirements come from
 * the catalogue's complement column and the SAT's error matrix of Retenciones 2.0 (facts: complements.md
 * §6). The result also contains the issues of complementIssues.
 * - receiver_nationality_not_allowed: the withholding code is only for residents abroad, or only for
 *   residents in Mexico
 * - rif_totals_invalid: withholding code 28 must have a bimonthlyProfit and a correspondingIsr above 0, and
 *   no taxable or exempt amount
 */
export function keyIssues(input: WithholdingInput): Issue[] {
  const { withholdingCode: key, receiver, totals } = input;
  const issues = complementIssues(input);
  const kind = kindOfCode[key];
  if (kind && receiver.kind !== kind) {
    const message = `Code ${key} is for ${kind} receivers; change the code or the kind of the receiver.`;
    const path = ['receiver', 'kind'];
    issues.push({ path, code: 'receiver_nationality_not_allowed', message });
  }
  return [...issues, ...rifIssues(key, totals)];
}

/**
 * The code of c_CveRetenc for trusts. Only trustees of the financial system use the complement of the code
 * for trusts.
 */
const trusteesCode = '27';

const known = Object.entries<WithholdingComplement>(withholdingComplements);

/**
 * Checks the complements of a withholding document.
 * - complement_required: the withholding code requires a complement
 * - complement_not_of_code: the withholding code cannot have this complement
 */
function complementIssues({
  withholdingCode: key,
  receiver,
  complements = {},
}: WithholdingInput): Issue[] {
  const demanded = complementOfKey(key, receiver.kind === 'foreign');
  const issues = known.flatMap(([name, { element, issues: rules }]): Issue[] => {
    const value = complements[name];
    if (value === undefined) return [];
    if (isOf(demanded, element))
      return (rules?.(value, key) ?? []).map((issue) => ({
        ...issue,
        path: [name, ...issue.path],
      }));
    const message = `Code ${key} does not have this complement; leave it out or change the code.`;
    return [{ path: [name], code: 'complement_not_of_code', message }];
  });
  if (demanded === undefined || key === trusteesCode) return issues;
  const found = known.find(([, { element }]) => isOf(demanded, element));
  const [name] = certain(found, `the complement ${demanded}`);
  if (complements[name] !== undefined) return issues;
  const message = `Code ${key} demands this complement.`;
  return [{ path: [name], code: 'complement_required', message }, ...issues];
}

/**
 * Returns the broken rules of complements that also depend on other parts of the document. The caller has
 * already checked that each amount is valid.
 */
export function complementDocumentIssues(
  input: WithholdingInput,
  issuer: Pick<Profile, 'rfc'>,
): Issue[] {
  const { complements = {} } = input;
  return known.flatMap(([name, { documentIssues }]) =>
    complements[name] === undefined
      ? []
      : (documentIssues?.(complements[name], withheldDocumentOf(input, issuer)) ?? []),
  );
}

/** Returns whether the XML element is the complement with this prefix. */
const isOf = (prefix: string | undefined, { name }: { name: string }): boolean =>
  name.startsWith(`${prefix}:`);

/** The code of c_CveRetenc for the bimonthly withholding of the RIF. */
const rifCode = '28';

function rifIssues(key: string, totals: WithholdingInput['totals']): Issue[] {
  if (key !== rifCode) return [];
  const isZero = (text: string | undefined) => Decimal.parse(text ?? '0')?.isZero() ?? true;
  const { taxable, exempt, bimonthlyProfit, correspondingIsr } = totals;
  const isOfRif =
    isZero(taxable) && isZero(exempt) && !isZero(bimonthlyProfit) && !isZero(correspondingIsr);
  if (isOfRif) return [];
  const message = `Code ${rifCode} has a bimonthlyProfit and a correspondingIsr above 0, and no taxable or exempt amount.`;
  return [{ path: ['totals'], code: 'rif_totals_invalid', message }];
}

/**
 * Returns an issue for each amount of a withholding document that contradicts another amount. The caller
 * has already checked that each amount is valid.
 * - withheld_above_operation: the withheld tax is more than the amount paid
 * - withheld_above_base: the withheld tax is more than its base
 */
export function withheldIssues({ withholdingCode, totals, taxes }: WithholdingInput): Issue[] {
  const issues = taxes.flatMap(({ base, amount }, index): Issue[] => {
    if (base === undefined || !Decimal.from(amount).greaterThan(Decimal.from(base))) return [];
    const message = `The withheld amount is above its base of ${base}; correct one of them.`;
    return [{ path: ['taxes', index, 'amount'], code: 'withheld_above_base', message }];
  });
  const withheld = taxes.reduce((sum, { amount }) => sum.plus(Decimal.from(amount)), Decimal.zero);
  const operation = Decimal.from(totals.taxable).plus(Decimal.from(totals.exempt));
  if (withholdingCode === rifCode || !withheld.greaterThan(operation)) return issues;
  const message = `${withheld} is withheld from an operation of ${operation}; correct the taxes or the totals.`;
  return [...issues, { path: ['taxes'], code: 'withheld_above_operation', message }];
}
