import { query } from '@timbre/kit';
import { sellerNamesIn } from '../store/credentials';

/** Sellers whose names are known: the answer of a report has at most 50, a file all of them. */
const namesMax = 5_000;

/**
 * Names of sellers by their keys, as receipts have them. A credential has the name that it was given, a member
 * the address, which only those may read who may read the members.
 */
export const sellerNames = query(async (read, { withMembers }: { withMembers: boolean }) => {
  const rows = await sellerNamesIn(read, { withMembers, max: namesMax });
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
});
