import { Migration } from '@mikro-orm/migrations';
import { payrollTable } from '@timbre/kit';

/** The documents whose downloads must be told apart; a download lasts a day. */
const withPayroll = `update document_downloads d set has_payroll = true
  where exists (select from jsonb_array_elements_text(d.document_refs) x (ref)
    join cfdi c on c.org_id = d.org_id and 'cfdi:' || c.id = x.ref and c.kind = 'payroll')`;

/** A payroll document, and a ZIP that has one, do not exist for callers without the permissions of payroll. */
export class HidePayroll extends Migration {
  override up(): void {
    const statements = [
      'alter table document_downloads add column has_payroll boolean not null default false',
      ...payrollTable('fiscal_cfdi', 'cfdi', `kind = 'payroll'`),
      ...payrollTable('fiscal_cfdi', 'document_downloads', 'has_payroll'),
      // As their owner, whom row-level security shuts out like everybody.
      'alter table document_downloads no force row level security',
      'alter table cfdi no force row level security',
      withPayroll,
      'alter table cfdi force row level security',
      'alter table document_downloads force row level security',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop policy payroll on document_downloads');
    this.addSql('drop policy payroll on cfdi');
    this.addSql('alter table document_downloads drop column has_payroll');
  }
}
