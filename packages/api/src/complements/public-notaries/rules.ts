import { Decimal, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDraft } from '../complement';
import { isNotaryState, type input } from './shape';

type Value = z.output<typeof input>;
type Party = Value['sellers'][number];
type Add = (path: (string | number)[], code: string, message: string) => void;

/**
 * Checks the rules of a deed that the schema of the value cannot express. Source:
 * notariospublicos.xsd; the SAT has no matrix for this complement.
 *
 * - in_future: the date is in the future
 * - address_incomplete: an address in this complement requires its street, its municipality and its state
 * - state_not_in_catalog: the state must be in the list of states that this complement allows
 * - seller_data_missing: a single seller must have a first surname and a CURP
 * - percentage_missing: if there are several owners, each owner requires a percentage
 * - owner_percentage_not_allowed: a single owner cannot have a percentage
 * - percentages_not_100: the percentages of several owners must add up to 100
 */
export function issues(
  { properties, deed, sellers, buyers }: Value,
  { today }: ComplementedDraft,
): Issue[] {
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  if (deed.date > today)
    add(['deed', 'date'], 'in_future', 'The deed must be signed before it is invoiced.');
  properties.forEach(({ address }, index) => {
    const at = ['properties', index, 'address'];
    for (const part of ['street', 'municipality'] as const) {
      if (address[part] === undefined)
        add([...at, part], 'address_incomplete', `The address requires ${part}.`);
    }
    if (!isNotaryState(address.state))
      add([...at, 'state'], 'state_not_in_catalog', 'Write the state as 01 to 32.');
  });
  const [seller] = sellers;
  if (sellers.length === 1) {
    for (const part of ['firstSurname', 'curp'] as const) {
      if (seller?.[part] === undefined)
        add(['sellers', 0, part], 'seller_data_missing', `A single seller requires ${part}.`);
    }
  }
  percentageIssues(sellers, 'sellers', add);
  percentageIssues(buyers, 'buyers', add);
  return found;
}

function percentageIssues(parties: readonly Party[], field: string, add: Add): void {
  if (parties.length === 1) {
    if (parties[0]?.percentage === undefined) return;
    const message = 'A single owner has no percentage.';
    return add([field, 0, 'percentage'], 'owner_percentage_not_allowed', message);
  }
  const missing = parties.findIndex(({ percentage }) => percentage === undefined);
  if (missing >= 0) {
    const message = 'Each of several owners requires a percentage.';
    return add([field, missing, 'percentage'], 'percentage_missing', message);
  }
  const sum = Decimal.sum(parties.map(({ percentage = 0 }) => Decimal.from(percentage)));
  if (sum.equals(Decimal.from(100))) return;
  add([field], 'percentages_not_100', `The percentages add up to ${sum}, not to 100.`);
}

/**
 * Converts the complement to the form of its XML. A single seller or buyer is written as a separate
 * element, and several parties are written as joint owners.
 */
export const written = ({ sellers, buyers, ...value }: Value) => ({
  ...value,
  seller: sideOf(sellers),
  buyer: sideOf(buyers),
});

interface Side {
  isShared: string;
  one?: Party | undefined;
  several?: Party[];
}

const sideOf = (parties: Party[]): Side =>
  parties.length === 1 ? { isShared: 'No', one: parties[0] } : { isShared: 'Si', several: parties };

/**
 * Converts the complement that was read from the XML to the form in responses. This function is the
 * reverse of `written`.
 */
export const given = ({
  seller,
  buyer,
  ...value
}: {
  seller?: Side | undefined;
  buyer?: Side | undefined;
}) => ({ ...value, sellers: partiesOf(seller), buyers: partiesOf(buyer) });

const partiesOf = ({ one, several }: Partial<Side> = {}): Party[] => several ?? (one ? [one] : []);
