import { defineEntity, p } from '@mikro-orm/core';
import type { satSync } from '@timbre/contract';
import { byName, type Reader, type Transaction } from '@timbre/kit';
import type { AnnouncedDeclaration } from '../domain/taxes/announced-declaration';
import { contributingKinds, type CounterpartySum } from '../domain/taxes/contributors';
import type { Taxpayer } from '../domain/taxes/declaration';
import { piecesOf, type Range } from '../domain/report-range';

/** A declaration to the SAT, as stated by its last event. */
export const Declaration = defineEntity({
  name: 'Declaration',
  tableName: 'declarations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    rfc: p.text(),
    fiscalYear: p.integer(),
    declaration: p.json<satSync.Declaration>(),
    announcedAt: p.datetime().name('told_at'),
  },
});

/** The tax obligations of a taxpayer, as stated by the last event. */
export const TaxProfile = defineEntity({
  name: 'TaxProfile',
  tableName: 'tax_profiles',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    rfc: p.text().primary(),
    version: p.integer(),
    operationsStartedOn: p.date().nullable(),
    obligations: p.array().columnType('text[]'),
  },
});

/**
 * Stores a declaration, except if the stored version is the same or newer.
 * @param isForced true to also replace a stored declaration of the same version
 */
export async function storeDeclaration(
  tx: Transaction,
  declaration: satSync.Declaration,
  announcedAt: Date,
  isForced = false,
): Promise<void> {
  const { declarationId, version, rfc, fiscalYear } = declaration;
  await tx.rows(
    ...byName(
      `insert into declarations as d (org_id, id, version, rfc, fiscal_year, declaration, told_at)
     values (:org, :id, :version, :rfc, :fiscalYear, :declaration::jsonb, :announcedAt)
     on conflict (org_id, id) do update set version = excluded.version, rfc = excluded.rfc,
       fiscal_year = excluded.fiscal_year, declaration = excluded.declaration,
       told_at = greatest(d.told_at, excluded.told_at)
     where d.version < excluded.version or (d.version = excluded.version and :isForced::boolean)`,
      {
        org: tx.organizationId,
        id: declarationId,
        version,
        rfc,
        fiscalYear,
        declaration: JSON.stringify(declaration),
        announcedAt,
        isForced,
      },
    ),
  );
}

/** Stores a tax profile, except if the stored version is the same or newer. */
export async function storeTaxProfile(
  tx: Transaction,
  { rfc, version, operationsStartedOn, obligations }: satSync.TaxProfile,
): Promise<void> {
  await tx.rows(
    `insert into tax_profiles (org_id, rfc, version, operations_started_on, obligations)
     values ($1, $2, $3, $4, $5::text[])
     on conflict (org_id, rfc) do update set version = excluded.version,
       operations_started_on = excluded.operations_started_on, obligations = excluded.obligations
     where tax_profiles.version < excluded.version`,
    [tx.organizationId, rfc, version, operationsStartedOn ?? null, obligations],
  );
}

/** Returns the RFC of the organization that events have reported. */
export async function knownRfc(read: Reader): Promise<string | undefined> {
  const [row] = await read.rows<{ rfc: string | null }>(
    'select rfc from organizations where org_id = :org',
  );
  return row?.rfc ?? undefined;
}

export async function taxpayerOf(read: Reader, rfc: string): Promise<Taxpayer> {
  const [row] = await read.rows<{ started: string | null; obligations: string[] }>(
    `select operations_started_on::text as started, to_json(obligations) as obligations
     from tax_profiles where org_id = :org and rfc = $2`,
    [rfc],
  );
  if (!row) return { rfc };
  return { rfc, operationsStartedOn: row.started ?? undefined, obligations: row.obligations };
}

/**
 * The maximum number of declarations that are read for a year; an organization files far fewer,
 * even including all complementary declarations.
 */
const declarationsMax = 1_000;

export async function declarationsOf(
  read: Reader,
  rfc: string,
  fiscalYear: number,
): Promise<AnnouncedDeclaration[]> {
  const rows = await read.rows<{ declaration: AnnouncedDeclaration }>(
    `select declaration from declarations where org_id = :org and rfc = $2 and fiscal_year = $3::int
     order by id limit ${declarationsMax}`,
    [rfc, fiscalYear],
  );
  return rows.map(({ declaration }) => declaration);
}

/** Reads the sums of the valid CFDI in a range, by counterparty, direction and kind. */
export function counterpartySums(read: Reader, range: Range): Promise<CounterpartySum[]> {
  return read.rows<CounterpartySum>(
    `select c.direction, c.kind, c.key, coalesce(max(n.name), c.key) as name, sum(c.total)::text as total
     from (
       select r.direction, r.kind, r.group_key as key, r.count, r.total
       from jsonb_to_recordset($2::jsonb) p (grain text, "from" date, "to" date)
       join cfdi_rollup r on r.org_id = :org and r.dimension = 'counterparty' and r.grain = p.grain
         and r.starts_on between p."from" and p."to"
       union all
       select t.direction, t.kind, t.counterparty, t.count, t.total from cfdi_deltas t
       where t.org_id = :org and t.day between $3::date and $4::date) c
     left join names n on n.org_id = :org and n.kind = 'counterparty' and n.key = c.key
     where c.kind = any(string_to_array($5, ','))
     group by c.direction, c.kind, c.key having sum(c.count) <> 0`,
    [JSON.stringify(piecesOf(range, 'year')), range.from, range.to, contributingKinds.join()],
  );
}
