import { Migration } from '@mikro-orm/migrations';

const typed = (types: string) => `alter table sat_requests
  drop constraint sat_requests_request_type_check,
  add constraint sat_requests_request_type_check check (request_type in (${types}))`;

/** Requests of single CFDI by their UUID, without a period. */
export class RequestFolios extends Migration {
  override up(): void {
    this.addSql(typed(`'metadata', 'cfdi', 'folio'`));
  }

  override down(): void {
    this.addSql(`delete from sat_requests where request_type = 'folio'`);
    this.addSql(typed(`'metadata', 'cfdi'`));
  }
}
