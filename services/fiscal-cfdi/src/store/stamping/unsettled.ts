import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { isOpenSql } from './stamp-attempts';

export interface Issued {
  /** The local time of issue, without a time zone. */
  issuedLocal: string;
  total: string;
}

/** Returns a key that identifies an issued document by its time of issue and its total. */
export const issuedKey = ({ issuedLocal, total }: Issued): string =>
  `${issuedLocal} ${Decimal.parse(total)?.trimmed().toString()}`;

/** Returns the keys of issued documents whose stamp is in progress or unknown. */
export async function unsettledIssued(
  tx: Transaction,
  issued: readonly Issued[],
): Promise<Set<string>> {
  if (issued.length === 0) return new Set();
  const rows = await tx.rows<Issued>(
    `select r.issued_local as "issuedLocal", r.total::text as total from stamp_attempts a
     join cfdi r on r.org_id = a.org_id and r.id = a.cfdi_id and r.status = 'draft'
     where a.org_id = $1 and a.${isOpenSql}
       and r.issued_local in (select unnest(string_to_array($2, ',')))`,
    [tx.organizationId, issued.map(({ issuedLocal }) => issuedLocal).join()],
  );
  return new Set(rows.map(issuedKey));
}
