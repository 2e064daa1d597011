import { instant, type Reader } from '@timbre/kit';
import type { SeriesKind } from '../../domain/set-up/series';
import type { SetUp } from '../../domain/set-up/readiness';

interface SetUpRow {
  legal_name: string | null;
  valid_from: string | null;
  valid_to: string | null;
  is_revoked: boolean | null;
  series: string | null;
  has_own_pac: boolean;
}

const select = `select
  (select legal_name from fiscal_profiles where org_id = :org) as legal_name,
  ${instant('c.valid_from')} as valid_from,
  ${instant('c.valid_to')} as valid_to,
  c.revoked_at is not null as is_revoked,
  (select code from series where org_id = :org and kind = $2::text and is_default) as series,
  exists (select from pac_accounts where org_id = :org and position is not null) as has_own_pac
  from (select 1) one
  left join certificates c on c.org_id = :org and c.kind = 'csd' and c.active`;

/** Reads the set-up of the organization in one statement. */
export async function setUpOf(
  read: Reader,
  kind: SeriesKind,
): Promise<Omit<SetUp, 'hasPac'> & { hasOwnPac: boolean }> {
  const [row] = await read.rows<SetUpRow>(select, [kind]);
  const { legal_name: legalName, valid_from: from, valid_to: to } = row!;
  const isRevoked = row!.is_revoked === true;
  return {
    legalName: legalName ?? undefined,
    sealing:
      from && to ? { validFrom: new Date(from), validTo: new Date(to), isRevoked } : undefined,
    series: row!.series ?? undefined,
    hasOwnPac: row!.has_own_pac,
  };
}
