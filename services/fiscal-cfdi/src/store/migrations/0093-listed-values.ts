import { Migration } from '@mikro-orm/migrations';

interface ListedValues {
  domain: string;
  values: string[];
  /** `table.column` */
  columns: string[];
}

const kinds = ['income', 'credit_note', 'transfer', 'payroll', 'payment_complement'];

const listed: ListedValues[] = [
  {
    domain: 'document_kind',
    values: ['cfdi', 'withholding'],
    columns: ['stamp_attempts.document_kind', 'cancellations.document_kind'],
  },
  {
    domain: 'document_status',
    values: ['draft', 'valid', 'canceled'],
    columns: ['cfdi.status', 'withholdings.status'],
  },
  {
    domain: 'document_stage',
    values: ['draft', 'stamping', 'unknown', 'rejected', 'stamped'],
    columns: ['cfdi.stage', 'withholdings.stage'],
  },
  { domain: 'cfdi_kind', values: kinds, columns: ['cfdi.kind'] },
  { domain: 'cfdi_type', values: ['I', 'E', 'T', 'N', 'P'], columns: ['cfdi.cfdi_type'] },
  { domain: 'cfdi_direction', values: ['issued', 'received'], columns: ['cfdi.direction'] },
  {
    domain: 'payment_timing',
    values: ['single_payment', 'deferred_or_installments'],
    columns: ['cfdi.payment_timing'],
  },
  { domain: 'payment_method', values: ['PUE', 'PPD'], columns: ['cfdi.method_code'] },
  { domain: 'series_kind', values: [...kinds, 'withholding'], columns: ['series.kind'] },
  {
    domain: 'stamp_attempt_state',
    values: ['sealed', 'sending', 'unknown', 'stamped', 'rejected', 'not_sent', 'not_found'],
    columns: ['stamp_attempts.state'],
  },
];

const isOneOf = (name: string, values: readonly string[]): string =>
  `check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`;

/** The changes of each table are one statement, so that the table is rewritten only once. */
function alterations(of: (one: ListedValues, table: string, column: string) => string[]): string[] {
  const altered = listed.flatMap((one) =>
    one.columns.map((name) => {
      const [table, column] = name.split('.') as [string, string];
      return { table, what: of(one, table, column) };
    }),
  );
  return [...Map.groupBy(altered, ({ table }) => table)].map(
    ([table, parts]) => `alter table ${table} ${parts.flatMap(({ what }) => what).join(', ')}`,
  );
}

/**
 * A list of allowed values is a domain type. Every insert and update parses the check of a table
 * again, even if it changes other columns; the check of a domain type is parsed once for each
 * connection.
 */
export class ListValuesAsTypes extends Migration {
  override up(): void {
    for (const { domain, values } of listed)
      this.addSql(`create domain ${domain} as text ${isOneOf('value', values)}`);
    const toType = alterations(({ domain }, table, column) => [
      `drop constraint ${table}_${column}_check`,
      `alter ${column} type ${domain}`,
    ]);
    for (const sql of toType) this.addSql(sql);
  }

  override down(): void {
    const toChecks = alterations(({ values }, table, column) => [
      `alter ${column} type text`,
      `add constraint ${table}_${column}_check ${isOneOf(column, values)}`,
    ]);
    for (const sql of toChecks) this.addSql(sql);
    for (const { domain } of listed) this.addSql(`drop domain ${domain}`);
  }
}
