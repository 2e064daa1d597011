import { Migration } from '@mikro-orm/migrations';

/**
 * An employer has several registrations, the first of which is its default. A run keeps what it was
 * told about the employer, so that a calculation reads the employer's present settings below it.
 */
export class AddPayrollEmployer extends Migration {
  override up(): void {
    const statements = [
      // A change of type converts every row; row-level security would hide them from an update.
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
