import { memoizeSql, type Change } from '@timbre/kit';

/** The seal of a draft, with the next folio at the time at which the draft was read. */
export interface NewSeal {
  documentId: string;
  /**
   * The version of the draft when it was read. A draft that has changed since it was read is not updated.
   */
  version: number;
  series: { id: string; code: string };
  /** True if the draft uses the default series of its kind. */
  isByDefault: boolean;
  folio: number;
  stage: string;
  xml: Buffer;
  selloHash: Buffer;
  fecha: string;
  postalCode: string;
  /** The versions of the profile, the certificate and the series that were used for the seal. */
  profileVersion: number;
  secretId: string;
  now: Date;
}

/**
 * Builds the change that takes the folio and stores the seal. The change succeeds only if draft, profile,
 * certificate and series have not changed and the folio is still the next folio. A change that fails uses
 * up no folio. The change locks the document before the series, as every other transaction does. A document
 * that another transaction has locked is skipped.
 */
export function saveSeal({ table }: { table: string }, seal: NewSeal): Change {
  const { series, now: at, ...others } = seal;
  const values = { ...others, seriesId: series.id, series: series.code, at };
  return { parts: partsOf(table), values, made: 'sealed', answer: 'version', orderKey: series.id };
}

const partsOf = memoizeSql(
  (
    table: string,
  ) => `draft as materialized (select from ${table} r, open, fiscal_profiles p, certificates c
      where r.org_id = :org::uuid and r.id = :documentId::uuid and r.version = :version::int
        and r.status = 'draft' and p.org_id = :org::uuid and p.version = :profileVersion::int
        and c.org_id = :org::uuid and c.secret_id = :secretId::uuid and c.active
        and c.revoked_at is null
      for update of r skip locked),
    taken as (update series s set next_folio = s.next_folio + 1 from draft
      where s.org_id = :org::uuid and s.id = :seriesId::uuid and s.active
        and s.code = :series::text and s.next_folio = :folio::bigint
        and (s.is_default or not :isByDefault::bool) returning 1),
    sealed as (update ${table} r set series_id = :seriesId::uuid, series = :series::text,
        folio = :folio::bigint, stage = :stage::text, sealed_xml = :xml::bytea,
        sello_hash = :selloHash::bytea, issued_local = :fecha::text,
        dated_on = left(:fecha::text, 10)::date, place_of_issue = :postalCode::text,
        updated_at = :at::timestamptz, version = r.version + 1
      from taken where r.org_id = :org::uuid and r.id = :documentId::uuid returning r.version)`,
);
