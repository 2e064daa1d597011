import { memoizeSql, type Change } from '@timbre/kit';

/** The seal of a draft, with the folio that was next when the draft was read. */
export interface NewSeal {
  documentId: string;
  /** Version of the draft when it was read. A draft that has changed is not updated. */
  version: number;
  series: { id: string; code: string };
  /** Whether the draft uses the default series of its kind. */
  isByDefault: boolean;
  folio: number;
  stage: string;
  xml: Buffer;
  selloHash: Buffer;
  fecha: string;
  postalCode: string;
  /** The versions of profile, certificate and series that the seal used. */
  profileVersion: number;
  secretId: string;
  now: Date;
}

/**
 * Takes the folio and stores the seal, if draft, profile, certificate and series have not changed and the
 * folio is still the next one. A failed seal takes no folio. The document is locked before the series, as
 * everywhere. A document that another transaction has locked is skipped.
 */
export function saveSeal({ table }: { table: string }, seal: NewSeal): Change {
  const { documentId, version, series, folio, stage, xml, selloHash, fecha, postalCode } = seal;
  const values = [
    documentId, version, series.id, series.code, folio, stage, xml, selloHash, fecha, postalCode,
    seal.now, seal.profileVersion, seal.secretId, seal.isByDefault,
  ]; // prettier-ignore
  return { parts: partsOf(table), values, made: 'sealed', answer: 'version', orderKey: series.id };
}

const partsOf = memoizeSql(
  (
    table: string,
  ) => `draft as materialized (select from ${table} r, open, fiscal_profiles p, certificates c
      where r.org_id = $1::uuid and r.id = $2::uuid and r.version = $3::int
        and r.status = 'draft' and p.org_id = $1::uuid and p.version = $13::int
        and c.org_id = $1::uuid and c.secret_id = $14::uuid and c.active and c.revoked_at is null
      for update of r skip locked),
    taken as (update series s set next_folio = s.next_folio + 1 from draft
      where s.org_id = $1::uuid and s.id = $4::uuid and s.active and s.code = $5::text
        and s.next_folio = $6::bigint and (s.is_default or not $15::bool) returning 1),
    sealed as (update ${table} r set series_id = $4::uuid, series = $5::text, folio = $6::bigint,
        stage = $7::text, sealed_xml = $8::bytea, sello_hash = $9::bytea, issued_local = $10::text,
        dated_on = left($10::text, 10)::date, place_of_issue = $11::text,
        updated_at = $12::timestamptz, version = r.version + 1
      from taken where r.org_id = $1::uuid and r.id = $2::uuid returning r.version)`,
);
