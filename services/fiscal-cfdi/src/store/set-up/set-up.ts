import { instant, onlyRow, type Reader } from '@timbre/kit';
import { mailWayOf, type MailProviders } from '../../domain/files/mailer';
import type { SetUp } from '../../domain/set-up/readiness';

interface SetUpRow {
  legal_name: string | null;
  valid_from: string | null;
  valid_to: string | null;
  is_revoked: boolean | null;
  series: SetUp['series'];
  has_own_pac: boolean;
}

/** The values in an organization's set-up that the deployment provides for all organizations. */
export interface SetUpSources extends MailProviders {
  pacNames: string[];
}

const select = `select
  (select legal_name from fiscal_profiles where org_id = :org) as legal_name,
  ${instant('c.valid_from')} as valid_from,
  ${instant('c.valid_to')} as valid_to,
  c.revoked_at is not null as is_revoked,
  (select coalesce(json_object_agg(kind, code), '{}') from series
    where org_id = :org and is_default) as series,
  exists (select from pac_accounts where org_id = :org and position is not null) as has_own_pac
  from (select 1) one
  left join certificates c on c.org_id = :org and c.kind = 'csd' and c.active`;

/** Reads the fiscal set-up of the organization in one statement. */
export async function setUpOf(read: Reader, providers: SetUpSources): Promise<SetUp> {
  const row = onlyRow(await read.rows<SetUpRow>(select));
  const { legal_name: legalName, valid_from: from, valid_to: to } = row;
  const isRevoked = row.is_revoked === true;
  return {
    legalName: legalName ?? undefined,
    sealing:
      from && to ? { validFrom: new Date(from), validTo: new Date(to), isRevoked } : undefined,
    series: row.series,
    hasPac: row.has_own_pac || providers.pacNames.length > 0,
    mail: mailWayOf(providers),
  };
}
