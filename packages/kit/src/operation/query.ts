import type { InferEntity } from '@mikro-orm/postgresql';
import type { common } from '@timbre/contract';
import { selectedColumns, targetOf } from '../database/target';
import { memoizeSql } from '../database/memoize-sql';
import {
  type Among,
  bound,
  boundToday,
  type Filter,
  type List,
  pageQuery,
  type PageRow,
  searchedAmong,
  withoutPayroll,
} from '../database/page';
import type { Resource } from '../database/resource';
import { isOutOfTime, translateDatabaseError } from '../database/errors';
import { onPool, type Statements } from '../database/pipelines';
import { prepared } from '../database/statement-name';
import { notFound } from '../refusal/refusal';
import { businessTime, type CallContext } from './context';
import { isIdentifier } from '../database/identifier';
import { bodyOf } from './reply';
import type { Operation, RuntimeCore } from './runtime';
import type { Schema } from './transaction';

/** @throws Error if the select does not filter by organization */
const boundText = memoizeSql((select: string) => {
  if (!select.includes(':org')) throw new Error('a query must filter by :org');
  const inner = select.replaceAll(':org', 'b.org::uuid');
  return `select q.* from ${bound} cross join lateral (${inner} offset 0) q`;
});

/** How a statement is sent. */
interface Sent {
  on?: Statements;
  isPlannedForValues?: boolean;
}

/**
 * Reads for a query with single statements, each bound to the organization. In every statement,
 * including the SQL of resources and conditions, `:now` is the organization's business time instead
 * of real time.
 */
export class Reader {
  constructor(
    private readonly runtime: RuntimeCore,
    readonly context: CallContext,
  ) {}

  get now(): Date {
    return this.runtime.now();
  }

  /** Returns the organization's business time. The property `now` is the real time. */
  get businessNow(): Date {
    return businessTime(this.now, this.context);
  }

  /**
   * Returns the resource with this identifier as a response body.
   * @param today is the day that replaces `:today` in the SQL of the resource
   * @throws Refusal not_found
   */
  async resource(resource: Resource, id: string, today?: string): Promise<Buffer> {
    if (!isIdentifier(id)) throw notFound(resource.name);
    const json = today === undefined ? resource.json : boundToday(resource.json, 3);
    const values = today === undefined ? [id] : [id, today];
    const found = await this.rendered({ ...resource, json }, ' and r.id = $2::uuid', values);
    if (!found) throw notFound(resource.name);
    return found;
  }

  /**
   * Returns the only resource of this kind in an organization as a response body; undefined before
   * it is created.
   */
  onlyResource(resource: Resource): Promise<Buffer | undefined> {
    return this.rendered(resource, '', []);
  }

  private async rendered(
    { json, table }: Resource,
    condition: string,
    values: unknown[],
  ): Promise<Buffer | undefined> {
    const [row] = await this.rows<{ json: string }>(
      `select ${json}::text as json from ${table} r where r.org_id = :org${condition}`,
      values,
    );
    return row && bodyOf(row.json);
  }

  /**
   * Returns a page of a list as a response body, in the list's order.
   * @param today is the day that replaces `:today` in the SQL of the resource and of conditions
   */
  async page(
    list: List,
    page: common.PageRequest | undefined,
    filters: Filter[] = [],
    today?: string,
  ): Promise<Buffer> {
    const amongRows = searchedAmong(list, page, filters);
    const read = async (among: Among) => {
      const { query, render } = pageQuery(list, this.context, page, filters, today, among);
      const { sql, values, isPlannedForValues } = query;
      const { pool, statements } = this.runtime;
      // A search may read every row of the organization, so it runs on the pool.
      const on = page?.query || amongRows.length > 0 ? onPool(pool) : statements;
      const { rows } = await this.statement<PageRow>(sql, values, { on, isPlannedForValues });
      return { complete: rows[0]?.complete, body: Buffer.from(render(rows[0])) };
    };
    for (const among of amongRows) {
      const answer = await read(among).catch((error: unknown) => {
        // A search in all rows can be faster, because it ends when the page is full.
        if (among !== 'found' || !isOutOfTime(error)) throw error;
      });
      if (answer?.complete) return answer.body;
    }
    return (await read('all')).body;
  }

  /**
   * Returns the rows of a select within the organization. The SQL refers to the organization as
   * `:org` (an explicit filter in addition to row-level security), and to its own values as `$2`,
   * `$3` and so on.
   */
  async rows<Row>(select: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.statement<Row>(boundText(select), [this.context.organizationId, ...values]))
      .rows;
  }

  /**
   * Returns rows of an entity by their identifiers, in the entity's form but not managed by the
   * ORM. Identifiers that are unknown, malformed or of another organization are skipped.
   */
  async find<S extends Schema>(entity: S, ids: string[]): Promise<InferEntity<S>[]> {
    const known = [...new Set(ids.filter(isIdentifier))];
    if (known.length === 0) return [];
    // The cast is needed, because the ORM's types accept only one specific entity.
    const target = targetOf(this.runtime.orm, entity as never);
    return this.rows(
      `select ${selectedColumns(target)} from ${target.table} r
       where r.org_id = :org and r.id = any($2::uuid[])`,
      [known],
    );
  }

  /**
   * Returns one row of an entity in the same form as `find`.
   * @throws Refusal not_found
   */
  async get<S extends Schema>(entity: S, id: string, name: string): Promise<InferEntity<S>> {
    const [found] = await this.find(entity, [id]);
    if (!found) throw notFound(name);
    return found;
  }

  private async statement<Row>(
    given: string,
    values: unknown[],
    { on = this.runtime.statements, isPlannedForValues = false }: Sent = {},
  ): Promise<{ rows: Row[] }> {
    const text = this.context.hidesPayroll ? withoutPayroll(given) : given;
    const isTimed = text.includes(':now');
    const sql = isTimed ? text.replaceAll(':now', `$${values.length + 1}::timestamptz`) : text;
    const sent = isTimed ? [...values, this.businessNow] : values;
    const { organizationId } = this.context;
    try {
      return await on.query<Row>(
        isPlannedForValues
          ? { text: sql, values: sent, organizationId, isPlannedForValues }
          : prepared(sql, sent),
      );
    } catch (error) {
      throw translateDatabaseError(error) ?? error;
    }
  }
}

/**
 * Declares an operation that only reads. The operation returns a rendered response body, or a
 * message for another service.
 */
export function query<Request, Providers = unknown, Answer = Buffer>(
  handler: (read: Reader, request: Request, providers: Providers) => Promise<Answer>,
): Operation<Request, Providers, Answer> {
  return {
    run: (runtime, context, request) =>
      handler(new Reader(runtime, context), request, runtime.providers),
  };
}
