import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const cfdi = `create table cfdi (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('income', 'credit_note', 'transfer', 'payroll',
    'payment_complement')),
  cfdi_type text not null check (cfdi_type in ('I', 'E', 'T', 'N', 'P')),
  direction text not null check (direction in ('issued', 'received')),
  status text not null check (status in ('draft', 'valid', 'canceled')),
  stage text not null check (stage in ('draft', 'stamping', 'unknown', 'rejected', 'stamped')),
  archived boolean not null,
  input jsonb not null,
  customer jsonb,
  items jsonb not null,
  customer_id uuid,
  counterparty_rfc text,
  counterparty_name text,
  counterparty_text text not null,
  search_text text not null generated always as (counterparty_text
    || coalesce(' ' || lower(series) || '-' || folio || ' ' || lower(series) || folio, '')
    || coalesce(' ' || uuid, '')) stored,
  series_id uuid,
  series text,
  folio bigint,
  uuid uuid,
  currency text not null,
  exchange_rate numeric(24,6),
  subtotal numeric(24,6) not null,
  discount numeric(24,6),
  total numeric(24,6) not null,
  taxes jsonb not null,
  payment_timing text check (payment_timing in ('single_payment', 'deferred_or_installments')),
  form_code text,
  method_code text check (method_code in ('PUE', 'PPD')),
  due_date date,
  conditions text,
  settlement_terms jsonb,
  place_of_issue text not null,
  exportation text not null,
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

/** The record that explains a gap in the folios of a series; it never changes. */
const voidedFolios = `create table voided_folios (
  id uuid not null,
  org_id uuid not null,
  series_id uuid not null,
  series text not null,
  folio bigint not null,
  last_rejection jsonb,
  sealed_xml bytea,
  voided_by text not null,
  voided_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, series_id, folio)
)`;

export class CreateCfdi extends Migration {
  override up(): void {
    const statements = [
      cfdi,
      'create unique index cfdi_folio on cfdi (org_id, series_id, folio)',
      // The issuer and the receiver of a document may each store it.
      'create unique index cfdi_uuid on cfdi (org_id, direction, uuid)',
      'create unique index cfdi_sello on cfdi (sello_hash)',
      'create index cfdi_customer on cfdi (org_id, customer_id, id)',
      'create index cfdi_date on cfdi (org_id, dated_on)',
      voidedFolios,
      ...['cfdi', 'voided_folios'].flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table cfdi');
    this.addSql('drop table voided_folios');
  }
}
