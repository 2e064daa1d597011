import { Migration } from '@mikro-orm/migrations';
import { formOfCompensation } from '@timbre/fiscal';
import { tenantTable } from '@timbre/kit';

/** The applications of an open item that were not reversed, added up by day and form of payment. */
const daily = `create table daily_applications (
  org_id uuid not null,
  family text not null,
  paid_on date not null,
  form_code text not null,
  amount numeric(24, 6) not null check (amount >= 0),
  primary key (org_id, family, paid_on, form_code)
)`;

/** SQL of the sums of the applications `a` with their payments `p`. Applied credit has no form of its own. */
const sums = (from: string, where = '') => `select a.org_id, a.family, p.paid_on,
    coalesce(p.form_code, '${formOfCompensation}') as form_code, sum(a.amount) as amount
  from ${from} a join payments p on p.org_id = a.org_id and p.id = a.payment_id ${where}
  group by 1, 2, 3, 4`;

/**
 * Triggers keep the sums, so that every writer of payments and reversals keeps them, also a replica of an
 * older release.
 */
const triggers = [
  `create function add_daily_applications() returns trigger language plpgsql as $$
   begin
     insert into daily_applications as d (org_id, family, paid_on, form_code, amount)
     ${sums('added')} order by 1, 2, 3, 4
     on conflict (org_id, family, paid_on, form_code) do update set amount = d.amount + excluded.amount;
     return null;
   end $$`,
  `create trigger add_daily_applications after insert on applications
     referencing new table as added for each statement execute function add_daily_applications()`,
  `create function reverse_daily_applications() returns trigger language plpgsql as $$
   begin
     update daily_applications d set amount = d.amount - x.amount
     from (${sums('applications', 'where a.org_id = new.org_id and a.payment_id = new.reversed')}) x
     where d.org_id = x.org_id and d.family = x.family and d.paid_on = x.paid_on
       and d.form_code = x.form_code;
     return null;
   end $$`,
  `create trigger reverse_daily_applications after insert on reversals
     for each row execute function reverse_daily_applications()`,
];

/**
 * Requests read while the migration runs; payments and reversals wait for it. It waits no longer than a
 * request may for its locks and then fails; it can then be repeated.
 */
export class AddDailyApplications extends Migration {
  override up(): void {
    const statements = [
      `set local lock_timeout = '2s'`,
      daily,
      ...triggers,
      `insert into daily_applications (org_id, family, paid_on, form_code, amount)
       ${sums(
         'applications',
         `where not exists (select from reversals r
            where r.org_id = a.org_id and r.reversed = a.payment_id)`,
       )}`,
      ...tenantTable('daily_applications'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const statements = [
      `set local lock_timeout = '2s'`,
      'drop trigger add_daily_applications on applications',
      'drop trigger reverse_daily_applications on reversals',
      'drop function add_daily_applications, reverse_daily_applications',
      'drop table daily_applications',
    ];
    for (const sql of statements) this.addSql(sql);
  }
}
