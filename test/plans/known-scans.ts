/**
 * Statements that are allowed to read all rows of an organization, with the reasons. Entries may only
 * be removed: the test fails if a listed statement no longer scans. Entries under `job` are an
 * exception: PostgreSQL may choose between several plans for a statement that reads everything, so
 * the test does not require a scan.
 */
export const known: Record<string, readonly string[]> = {
  /**
   * Statements on tables in which an organization has few rows: settings, people, credentials,
   * locations, credits of contacts, sandbox mails.
   */
  small: [
    'services/fiscal-cfdi/src/operations/list-mails.ts [r.document_ref = $3] reads mails',
    'gateway/src/identity/store/mails.ts reads letters',
    'services/commerce/src/store/receipt-settings.ts reads receipt_settings',
    'gateway/src/identity/store/access.ts would read credentials',
    'gateway/src/identity/store/access.ts would read members',
    'gateway/src/identity/operations/list-approvals.ts [(r.operation = any($3::text[]) or r.credential_id::text = any($3::text[]))] reads approvals',
    "gateway/src/identity/operations/list-approvals.ts [case when r.state = 'pending' and r.expires_at <= now() then 'expired' else r.state end = $3::text] reads approvals",
    'gateway/src/identity/operations/list-approvals.ts [r.is_payroll = $3] reads approvals',
    'gateway/src/identity/operations/list-credentials.ts [] would read members',
    "gateway/src/identity/operations/list-members.ts [case when r.joined_at is not null then 'active' when r.invitation_expires_at <= now() then 'invitation_expired' else 'invited' end = $3] reads members",
    'gateway/src/identity/operations/list-members.ts [r.role = $3] reads members',
    'gateway/src/identity/operations/rotate-credential.ts would read members',
    'gateway/src/identity/store/credentials.ts reads credentials',
    'gateway/src/identity/store/credentials.ts reads members',
    'gateway/src/identity/store/mails.ts reads members',
    'gateway/src/identity/store/members.ts reads members',
    'services/accounts/src/store/owed-page.ts reads balances',
    'services/fiscal-cfdi/src/operations/list-certificates.ts [r.kind = $3] reads certificates',
    'services/fiscal-cfdi/src/store/set-up/certificates.ts reads certificates',
    'services/fiscal-cfdi/src/store/set-up/pac-accounts.ts reads pac_accounts',
    'services/fiscal-cfdi/src/store/set-up/pac-accounts.ts reads secrets',
    'services/fiscal-cfdi/src/store/stamping/sealable-drafts.ts would read series',
    'services/fiscal-cfdi/src/store/wallet.ts reads wallets',
    'services/payroll/src/operations/list-payroll-runs.ts [r.payment_frequency = $3] reads payroll_runs',
    'services/payroll/src/operations/list-payroll-runs.ts [r.state = $3] reads payroll_runs',
    'services/payroll/src/store/payroll-runs.ts reads payroll_runs',
    'services/reports/src/store/read-collections.ts reads collection_rollup',
    'services/sat-sync/src/operations/list-declarations.ts [] reads declarations',
    'services/sat-sync/src/store/tax-profiles.ts reads tax_profiles',
    'services/webhooks/src/operations/list-webhooks.ts [r.status = $3] reads webhooks',
    'services/webhooks/src/store/webhooks.ts reads webhooks',
  ],
  /**
   * Statements that read only the rows of one parent: a document, an import, a run, an endpoint, a
   * synchronization, or the subject of links.
   */
  bounded: [
    'services/commerce/src/operations/list-import-rows.ts [r.action = $3] reads import_rows',
    'services/commerce/src/operations/list-import-rows.ts [r.has_issues = $3] reads import_rows',
    'services/commerce/src/operations/list-tax-info-links.ts [r.kind = $3] reads public_links',
    'services/fiscal-cfdi/src/operations/list-deliveries.ts [r.state = $3] reads deliveries',
    'services/payroll/src/operations/list-payroll-rows.ts [r.state = $3] reads payroll_rows',
    'services/webhooks/src/operations/list-webhook-deliveries.ts [r.state = $3] reads deliveries',
  ],
  /**
   * Statements that read rows in the order of the list until the page is full. An index for each
   * filter would add one index row to every stored request or event.
   */
  walked: [
    'services/fiscal-cfdi/src/operations/list-cfdi.ts [not r.archived and not $3::bool] would read cfdi',
    'services/fiscal-cfdi/src/operations/list-wallet-transactions.ts [r.kind = $3] reads wallet_transactions',
    'gateway/src/identity/operations/list-activity.ts [r.actor = $3] reads activity',
    'gateway/src/identity/operations/list-activity.ts [r.channel = $3] reads activity',
    'gateway/src/identity/operations/list-activity.ts [r.operation = $3] reads activity',
    'gateway/src/identity/operations/list-activity.ts [r.status / 100 = $3::int] reads activity',
    'gateway/src/identity/operations/list-activity.ts [r.tool = $3] reads activity',
    'services/webhooks/src/operations/list-events.ts [r.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint and r.permission = any($3::text[])] reads events',
    'services/webhooks/src/operations/list-events.ts [r.type = any($3::text[])] reads events',
  ],
  /** Statements that sum all unpaid installments of parties that are not contacts. */
  summed: ['services/accounts/src/store/owed.ts would read dues'],
  /** Statements of jobs and commands that read all rows, and of changes that the next job removes. */
  job: [
    'services/webhooks/src/store/recovery.ts would read events',
    'services/accounts/src/store/rebuild.ts would read transactions',
    'services/accounts/src/store/rebuild.ts would read reversals',
    'services/fiscal-cfdi/src/store/cancellation-requests.ts reads cancellation_requests',
    'services/accounts/src/store/rebuild.ts reads applications',
    'services/accounts/src/store/rebuild.ts reads balances',
    'services/accounts/src/store/rebuild.ts reads daily_applications',
    'services/accounts/src/store/rebuild.ts reads entries',
    'services/accounts/src/store/rebuild.ts reads payments',
    'services/reports/src/store/rollups.ts reads cfdi_facts',
    'services/reports/src/store/rollups.ts reads collection_facts',
    'services/reports/src/store/rollups.ts reads expense_facts',
    'services/reports/src/store/rollups.ts reads sales_facts',
    'services/reports/src/store/taxes.ts reads cfdi_deltas',
    'services/reports/src/store/read-collections.ts would read collection_deltas',
    'services/reports/src/store/read-report.ts would read cfdi_deltas',
    'services/reports/src/store/read-report.ts would read expense_deltas',
    'services/reports/src/store/read-report.ts would read sales_deltas',
    'services/reports/src/store/report-rows.ts would read cfdi_deltas',
    'services/reports/src/store/report-rows.ts would read expense_deltas',
    'services/reports/src/store/report-rows.ts would read sales_deltas',
    'services/sat-sync/src/store/listed-parties.ts reads listed_parties',
    'services/sat-sync/src/store/listed-parties.ts reads watched_contacts',
  ],
  /**
   * Statements that filter by a column that PostgreSQL computes. In the test data, this column has
   * the same value in all rows.
   */
  computed: [
    'services/commerce/src/operations/list-expenses.ts [r.settlement_state = $3] reads expenses',
  ],
  /**
   * Statements that fail in this test, because the test data has several rows where the service
   * allows only one.
   */
  refused: [
    'services/commerce/src/store/sale-place.ts more than one row returned by a subquery used as an expression',
  ],
};
