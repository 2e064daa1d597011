import { Migration } from '@mikro-orm/migrations';

const indexes = {
  cfdi_status: '(org_id, status, id)',
  cfdi_kind: '(org_id, kind, id)',
  cfdi_counterparty: '(org_id, counterparty_rfc, id)',
  cfdi_archived: '(org_id, id) where archived',
};

/**
 * Indexes for filters that match few documents of the list of CFDI, so that they do not read all
 * others.
 */
export class IndexListedCfdi extends Migration {
  override up(): void {
    for (const [name, rows] of Object.entries(indexes))
      this.addSql(`create index ${name} on cfdi ${rows}`);
  }

  override down(): void {
    for (const name of Object.keys(indexes)) this.addSql(`drop index ${name}`);
  }
}
