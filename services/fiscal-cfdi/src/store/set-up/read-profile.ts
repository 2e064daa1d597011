import { columnsOf, type Reader, type Transaction } from '@timbre/kit';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import { FiscalProfile } from './fiscal-profiles';

const columns = columnsOf(FiscalProfile, 'id', 'version', 'updatedAt');
const select = `select ${columns} from fiscal_profiles where org_id = :org`;

/** Reads the organization's fiscal profile for queries; undefined if there is no profile. */
export async function profileOf(read: Reader): Promise<Profile | undefined> {
  const [profile] = await read.rows<Profile>(select);
  return profile;
}

/**
 * Reads the fiscal profile inside a transaction, for commands that do not change it; undefined if there is
 * no profile.
 */
export async function profileIn(tx: Transaction): Promise<Profile | undefined> {
  const [profile] = await tx.rows<Profile>(select.replace(':org', '$1'), [tx.organizationId]);
  return profile;
}
