import { Migration } from '@mikro-orm/migrations';
import { payrollTable } from '@timbre/kit';

/**
 * The documents of a download, kept for a day, so that downloads with payroll documents can be
 * recognized.
 */
const withPayroll = `update document_downloads d set has_payroll = true
  where exists (select from jsonb_array_elements_text(d.document_refs) x (ref)
    join cfdi c on c.org_id = d.org_id and 'cfdi:' || c.id = x.ref and c.kind = 'payroll')`;

/**
 * Callers without payroll permissions see neither a payroll document nor a ZIP that contains one.
 */
export class HidePayroll extends Migration {
  override up(): void {
    const statements = [
      'alter table document_downloads add column has_payroll boolean not null default false',
      ...payrollTable('fiscal_cfdi', 'cfdi', `kind = 'payroll'`),
      ...payrollTable('fiscal_cfdi', 'document_downloads', 'has_payroll'),
      // The update runs as the owner of the table, so forced row-level security is lifted for it.
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
