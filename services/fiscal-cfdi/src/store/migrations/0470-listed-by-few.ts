import { Migration } from '@mikro-orm/migrations';

const indexes = {
  withholdings_status: 'withholdings (org_id, status, id)',
  withholdings_archived: 'withholdings (org_id, archived, id)',
  withholdings_code: 'withholdings (org_id, withholding_code, id)',
  withholdings_year: 'withholdings (org_id, period_year, id)',
  withholdings_counterparty: 'withholdings (org_id, counterparty_rfc, id)',
  cancellation_requests_state: 'cancellation_requests (org_id, state, id)',
  wallet_top_ups: `wallet_transactions (org_id, id) where kind = 'top_up'`,
  wallet_releases: `wallet_transactions (org_id, id) where kind = 'release'`,
  cfdi_origin_key: 'cfdi (org_id, origin_key) where origin_key is not null',
};

/**
 * Indexes for filters that match few documents and for the keys of commerce's requests, so that
 * they do not read all other documents.
 */
export class IndexWhatFewHave extends Migration {
  override up(): void {
    // Under row-level security no index on an expression with ->> is used, because ->> is not
    // leakproof.
    this.addSql('alter table cfdi add column origin_key text');
    this.addSql(`update cfdi set origin_key = origin->>'key' where origin is not null`);
    for (const [name, rows] of Object.entries(indexes))
      this.addSql(`create index ${name} on ${rows}`);
  }

  override down(): void {
    for (const name of Object.keys(indexes)) this.addSql(`drop index ${name}`);
    this.addSql('alter table cfdi drop column origin_key');
  }
}
