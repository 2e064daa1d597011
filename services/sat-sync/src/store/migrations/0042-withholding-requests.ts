import { Migration } from '@mikro-orm/migrations';

const typed = (types: string) => `alter table sat_requests
  drop constraint sat_requests_request_type_check,
  add constraint sat_requests_request_type_check check (request_type in (${types}))`;

/**
 * Requests at the SAT's mass download of withholding documents, which the SAT counts separately.
 */
export class RequestWithholdings extends Migration {
  override up(): void {
    this.addSql(typed(`'metadata', 'cfdi', 'folio', 'withholding'`));
  }

  override down(): void {
    this.addSql(`delete from sat_requests where request_type = 'withholding'`);
    this.addSql(typed(`'metadata', 'cfdi', 'folio'`));
  }
}
