import { Query, type QueryConfig } from 'pg';

/** One SQL statement. */
export interface Statement extends QueryConfig {
  /** The organization to bind for this statement; absent if the text of the statement binds one. */
  organizationId?: string | undefined;
  /**
   * Statements with the same key run in the order in which they are sent, unless all pipelines are
   * full.
   */
  orderKey?: string | undefined;
}

/** Members of node-postgres that its types do not declare. */
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

// The cast is needed, because pg does not declare the methods that its connections call.
const internals = Query.prototype as unknown as Internals;

/** Binds the organization until the end of the transaction, which consists of this one statement. */
export const bindStatement = {
  name: 'bind_organization',
  text: `select set_config('app.org_id', $1, true)`,
  values: [''],
};

/**
 * A statement that needs a bound organization. The binding is sent before the statement, and one `Sync` ends
 * the transaction of both. The binding cannot be part of the statement's text: PostgreSQL might evaluate it
 * after row-level security has filtered the first row.
 */
class BoundQuery extends Query {
  private isBound = false;

  /**
   * @param isPrepared whether the connection has prepared `bindStatement` and may prepare other statements
   */
  constructor(
    statement: QueryConfig,
    private readonly organizationId: string,
    private readonly isPrepared: boolean,
  ) {
    // If the binding is not prepared, the statement is sent without a name too. Otherwise pg would
    // mistake the reply to the Parse of the unnamed binding for the reply to the Parse of the named
    // statement.
    super(isPrepared ? statement : { text: statement.text, values: statement.values ?? [] });
  }

  prepare(connection: Connection): void {
    const statement = this.isPrepared ? bindStatement.name : '';
    if (!this.isPrepared) connection.parse({ text: bindStatement.text, name: statement });
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

interface Sending {
  /**
   * Whether the connection has prepared `bindStatement`. Connections from a pool have no record of prepared
   * statements.
   */
  isPrepared: boolean;
  answered?: () => void;
}

/** Sends a statement on a connection or a pool and binds the statement's organization, if it has one. */
export function sendOn<Row>(
  on: object,
  statement: Statement,
  { isPrepared, answered }: Sending,
): Promise<{ rows: Row[] }> {
  const { organizationId: bound } = statement;
  const sent = bound === undefined ? statement : new BoundQuery(statement, bound, isPrepared);
  return new Promise((resolve, reject) =>
    (on as { query(sent: unknown, answered: Answered): void }).query(sent, (error, result) => {
      answered?.();
      if (error) reject(error);
      else resolve(result as { rows: Row[] });
    }),
  );
}
