import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** The history of a document: rows are only added, and remain when a draft is deleted. */
const history = `create table cfdi_history (
  id uuid not null,
  org_id uuid not null,
  cfdi_id uuid not null,
  event text not null,
  outcome text not null check (outcome in ('done', 'refused', 'unknown')),
  code text,
  message text,
  actor text not null,
  request_id text not null,
  at timestamptz not null,
  primary key (org_id, id)
)`;

const refuseChange = `create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$`;

/** The documents that a document names under a relationship of c_TipoRelacion. */
const relations = `create table cfdi_relations (
  id uuid not null,
  org_id uuid not null,
  cfdi_id uuid not null,
  relationship text not null,
  uuid uuid not null,
  primary key (org_id, id),
  foreign key (org_id, cfdi_id) references cfdi (org_id, id) on delete cascade
)`;

export class CreateCfdiHistory extends Migration {
  override up(): void {
    const statements = [
      history,
      'create index cfdi_history_document on cfdi_history (org_id, cfdi_id, id)',
      refuseChange,
      `create trigger append_only before update or delete on cfdi_history
        for each row execute function refuse_change()`,
      relations,
      'create index cfdi_relations_document on cfdi_relations (org_id, cfdi_id)',
      'create index cfdi_relations_uuid on cfdi_relations (org_id, uuid)',
      ...['cfdi_history', 'cfdi_relations'].flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table cfdi_relations');
    this.addSql('drop table cfdi_history');
    this.addSql('drop function refuse_change()');
  }
}
