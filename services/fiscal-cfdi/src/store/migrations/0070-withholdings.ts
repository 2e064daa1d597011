import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const withholdings = `create table withholdings (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  status text not null check (status in ('draft', 'valid', 'canceled')),
  stage text not null check (stage in ('draft', 'stamping', 'unknown', 'rejected', 'stamped')),
  archived boolean not null,
  input jsonb not null,
  withholding_code text not null,
  period_year int not null,
  counterparty_rfc text,
  counterparty_name text not null,
  counterparty_text text not null,
  search_text text not null generated always as (counterparty_text
    || coalesce(' ' || lower(series) || '-' || folio || ' ' || lower(series) || folio, '')
    || coalesce(' ' || uuid, '')) stored,
  total numeric(24,2) not null,
  withheld numeric(24,2) not null,
  taxes jsonb not null,
  series_id uuid,
  series text,
  folio bigint,
  uuid uuid,
  place_of_issue text not null,
  dated_on date not null,
  issued_local text,
  sealed_xml bytea,
  stamped_xml bytea,
  sello_hash bytea,
  stamp jsonb,
  last_rejection jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, series_id) references series (org_id, id),
  check ((status = 'draft') = (stage <> 'stamped')),
  check (status = 'draft' or uuid is not null),
  check (folio is null or (series_id is not null and series is not null))
)`;

/**
 * Attempts and cancellations concern CFDI and withholding documents. The previous version still
 * adds rows of CFDI without the kind, so the column has a default.
 */
const kindOfDocument = (table: string): string =>
  `alter table ${table} add column document_kind text not null default 'cfdi'
    check (document_kind in ('cfdi', 'withholding'))`;

export class CreateWithholdings extends Migration {
  override up(): void {
    const statements = [
      withholdings,
      'create unique index withholdings_folio on withholdings (org_id, series_id, folio)',
      'create unique index withholdings_uuid on withholdings (org_id, uuid)',
      'create unique index withholdings_sello on withholdings (sello_hash)',
      'create index withholdings_date on withholdings (org_id, dated_on)',
      ...tenantTable('withholdings'),
      kindOfDocument('stamp_attempts'),
      kindOfDocument('cancellations'),
      'alter table cancellations drop constraint cancellations_org_id_cfdi_id_fkey',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['cancellations', 'stamp_attempts']) {
      this.addSql(`delete from ${table} where document_kind <> 'cfdi'`);
      this.addSql(`alter table ${table} drop column document_kind`);
    }
    this.addSql(`alter table cancellations add foreign key (org_id, cfdi_id)
      references cfdi (org_id, id)`);
    this.addSql('drop table withholdings');
  }
}
