import { query } from '@timbre/kit';
import { sellerNamesIn } from '../store/credentials';

/**
 * The maximum number of seller names. A JSON report lists at most 50 sellers, but a file lists all
 * sellers.
 */
const namesMax = 5_000;

/**
 * Returns the names of sellers, keyed like the sellers on receipts. A credential is shown by its
 * name and a member by the mail address, which only callers with the permission to read members may
 * see.
 */
export const sellerNames = query(async (read, { withMembers }: { withMembers: boolean }) => {
  const rows = await sellerNamesIn(read, { withMembers, max: namesMax });
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
});
