import { Migration } from '@mikro-orm/migrations';

/** Rows that were written before a tuple had to be unique among all organizations are numbered. */
const numbered = `update sat_requests r set repeats = n.repeats
  from (select org_id, id, row_number() over (
      partition by rfc, direction, request_type, issued_from, issued_to order by id) - 1 as repeats
    from sat_requests) n
  where n.org_id = r.org_id and n.id = r.id and n.repeats > 0`;

const dropOwn = `do $$ declare own text; begin
  select conname into own from pg_constraint
    where conrelid = 'sat_requests'::regclass and contype = 'u';
  execute format('alter table sat_requests drop constraint %I', own); end $$`;

/**
 * The SAT counts identical requests of an RFC for life, so a tuple is unique among all organizations; an
 * index sees the rows that row-level security hides.
 */
export class CountRequestsOfAnRfc extends Migration {
  override up(): void {
    const statements = [
      'alter table sat_requests add repeats int not null default 0',
      'alter table sat_requests no force row level security',
      numbered,
      'alter table sat_requests force row level security',
      `create unique index sat_requests_tuple
        on sat_requests (rfc, direction, request_type, issued_from, issued_to, repeats)`,
      dropOwn,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index sat_requests_tuple');
    this.addSql(`alter table sat_requests
      add unique (org_id, rfc, direction, request_type, issued_from, issued_to)`);
    this.addSql('alter table sat_requests drop repeats');
  }
}
