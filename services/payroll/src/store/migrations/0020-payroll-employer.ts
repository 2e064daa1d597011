import { Migration } from '@mikro-orm/migrations';

/**
 * An employer has several registrations; the first is its default. A run stores the employer's data
 * of its requests, and a calculation reads the employer's present settings for the rest.
 */
export class AddPayrollEmployer extends Migration {
  override up(): void {
    const statements = [
      // Changing the type of the column converts every row, whereas row-level security would hide
      // the rows from an update.
      `alter table employers alter registration type jsonb using case
        when registration is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('registration', registration)) end`,
      'alter table employers rename registration to registrations',
      'alter table employers alter registrations set not null',
      'alter table payroll_runs add employer_given jsonb',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const statements = [
      'alter table payroll_runs drop employer_given',
      'alter table employers alter registrations drop not null',
      'alter table employers rename registrations to registration',
      `alter table employers alter registration type text
        using registration->0->>'registration'`,
    ];
    for (const sql of statements) this.addSql(sql);
  }
}
