import { query } from '@timbre/kit';
import { sellerNamesIn } from '../store/credentials';

/**
 * The maximum number of seller names. A JSON report has at most 50 sellers, but a file has all of
 * them.
 */
const namesMax = 5_000;

/**
 * The names of sellers, keyed as on receipts. A credential is named by its own name, a member by
 * the e-mail address, which only callers with the permission to read members may see.
 */
export const sellerNames = query(async (read, { withMembers }: { withMembers: boolean }) => {
  const rows = await sellerNamesIn(read, { withMembers, max: namesMax });
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
});
