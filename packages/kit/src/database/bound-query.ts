import { Query, type QueryConfig } from 'pg';

/** One SQL statement. */
export interface Statement extends QueryConfig {
  /**
   * The organization to bind for this statement; undefined if the SQL text itself binds an
   * organization.
   */
  organizationId?: string | undefined;
  /**
   * Whether PostgreSQL plans the statement for its values. Only a statement with an `organizationId`
   * can be planned for its values.
   */
  isPlannedForValues?: boolean | undefined;
  /**
   * Statements with the same order key run in the order in which they are sent, except when all
   * pipelines are full.
   */
  orderKey?: string | undefined;
}

/** Members of node-postgres objects that its type declarations omit. */
interface Connection {
  parse(message: { text: string; name: string }): void;
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

interface Internals {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

// The cast is needed, because pg does not declare the methods that its connections call on queries.
const internals = Query.prototype as unknown as Internals;

/**
 * Binds the organization until the end of the transaction, which consists only of the following
 * statement.
 */
export const bindStatement = {
  name: 'bind_organization',
  text: `select set_config('app.org_id', $1, true)`,
  values: [''],
};

/** Binds the organization like `bindStatement`, and lets PostgreSQL plan the statement for its values. */
const bindAndPlan = `select set_config('app.org_id', $1, true),
  set_config('plan_cache_mode', 'force_custom_plan', true)`;

/**
 * A statement that needs a bound organization. The binding is sent before the statement, and one
 * `Sync` message ends the transaction of both. The binding cannot be a part of the statement's SQL:
 * PostgreSQL might evaluate the binding only after row-level security has already filtered the
 * first row.
 */
class BoundQuery extends Query {
  private isBound = false;

  /**
   * @param isPrepared states whether the connection has prepared `bindStatement` and may prepare
   * other statements
   */
  constructor(
    statement: QueryConfig,
    private readonly organizationId: string,
    private readonly isPrepared: boolean,
    private readonly binding = bindStatement.text,
  ) {
    // If the binding is not prepared, the statement is sent without a name as well, because pg
    // would attribute the Parse response of the unnamed binding to a named statement.
    super(isPrepared ? statement : { text: statement.text, values: statement.values ?? [] });
  }

  prepare(connection: Connection): void {
    const statement = this.isPrepared ? bindStatement.name : '';
    if (!this.isPrepared) connection.parse({ text: this.binding, name: statement });
    connection.bind({ portal: '', statement, values: [this.organizationId] });
    connection.execute({ portal: '', rows: 0 });
    internals.prepare.call(this, connection);
  }

  handleDataRow(message: unknown): void {
    if (this.isBound) internals.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.isBound) internals.handleCommandComplete.call(this, message, connection);
    else this.isBound = true;
  }
}

type Answered = (error: Error | null, result: { rows: unknown[] }) => void;

/**
 * Sends a statement on a connection that has prepared `bindStatement`.
 * @param answered is called when the response has arrived
 */
export function sendOn<Row>(
  connection: object,
  statement: Statement,
  answered: () => void,
): Promise<{ rows: Row[] }> {
  const sent = boundTo(statement, true);
  return new Promise((resolve, reject) =>
    (connection as { query(sent: unknown, answered: Answered): void }).query(
      sent,
      (error, result) => {
        answered();
        if (error) reject(error);
        else resolve(result as { rows: Row[] });
      },
    ),
  );
}

/**
 * Returns the query that pg sends for a statement. A query that binds an organization has parts of its own, so
 * pg needs it as an object.
 * @param isPrepared states whether the connection has prepared `bindStatement`
 */
export function boundTo(statement: Statement, isPrepared: boolean): object {
  const { organizationId: bound, isPlannedForValues } = statement;
  if (bound === undefined) return statement;
  if (isPlannedForValues) return new BoundQuery(statement, bound, false, bindAndPlan);
  return new BoundQuery(statement, bound, isPrepared);
}
