import {
  LockMode,
  type EntityManager,
  type EntitySchema,
  type InferEntity,
  type MikroORM,
} from '@mikro-orm/postgresql';
import { certain, localDateIn, type CalendarDate } from '@timbre/fiscal';
import { CompiledQuery, type Kysely } from 'kysely';
import type { CompletedEvent, DomainEvent } from '../messaging/event';
import { type Addition, selectedColumns, targetOf } from '../database/target';
import { named } from '../database/statement-name';
import { notFound } from '../refusal/refusal';
import { businessTime, type CallContext } from './context';
import { isIdentifier } from '../database/identifier';

// Accepts any entity definition; InferEntity restores the entity's own type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Schema = EntitySchema<any, any>;

/**
 * The transaction of a command: it reads and locks entities of one organization, adds rows and
 * emits events. The database transaction begins at the first read. A command that only adds rows
 * opens no transaction: its rows are sent as a single statement.
 */
export class Transaction {
  readonly additions: Addition[] = [];
  readonly events: (DomainEvent | CompletedEvent | (() => DomainEvent))[] = [];
  readonly organizationId: string;
  #em: Promise<EntityManager> | undefined;

  constructor(
    readonly context: CallContext,
    readonly now: Date,
    readonly newId: () => string,
    private readonly orm: MikroORM,
    private readonly begin: () => Promise<EntityManager>,
  ) {
    this.organizationId = context.organizationId;
  }

  /** Returns the organization's business time. The property `now` is the real time. */
  get businessNow(): Date {
    return businessTime(this.now, this.context);
  }

  /** Returns the calendar date in central Mexico, for rules that take effect on a date. */
  get today(): CalendarDate {
    return localDateIn(this.businessNow.getTime(), 'America/Mexico_City');
  }

  /**
   * Whether a database transaction is open. Other systems must not be called while a transaction is
   * open.
   */
  get hasBegun(): boolean {
    return this.#em !== undefined;
  }

  /** Returns the entity manager inside the transaction, with the organization bound. */
  entityManager(): Promise<EntityManager> {
    this.#em ??= this.begin();
    return this.#em;
  }

  /**
   * Adds a row. The function sets the organization of the row, and a new identifier if the table
   * has identifiers.
   * @returns the identifier
   */
  add(entity: { name: string }, values: Record<string, unknown>): string {
    const target = targetOf(this.orm, entity);
    const id = (values['id'] as string | undefined) ?? this.newId();
    const row = {
      organizationId: this.organizationId,
      ...values,
      ...(target.columns['id'] && { id }),
    };
    this.additions.push({ target, values: row });
    return id;
  }

  /**
   * Emits an event, which is published from the outbox after the command has committed. If the
   * event is a function, it is called after the changes are saved, when a changed entity has its
   * new version.
   */
  emit(event: DomainEvent | CompletedEvent | (() => DomainEvent)): void {
    this.events.push(event);
  }

  /** Returns the entity with the identifier, or undefined. */
  async find<S extends Schema>(
    entity: S,
    id: string,
    options: { lockMode?: LockMode } = {},
  ): Promise<InferEntity<S> | undefined> {
    return isIdentifier(id) ? this.findBy(entity, { id }, options) : undefined;
  }

  /** Returns the first entity that matches, or undefined. */
  async findBy<S extends Schema>(
    entity: S,
    where: Record<string, unknown>,
    options: { lockMode?: LockMode } = {},
  ): Promise<InferEntity<S> | undefined> {
    const em = await this.entityManager();
    const scoped = { ...where, organizationId: this.organizationId };
    // The ORM types conditions for one specific entity. The cast is needed, because this function
    // accepts any entity.
    const found = await em.findOne(entity, scoped as never, options as never);
    return (found ?? undefined) as InferEntity<S> | undefined;
  }

  /**
   * Returns rows of an entity by their identifiers, in the entity's form but unmanaged, so changes
   * to them are not saved. Identifiers that are unknown, malformed or of another organization are
   * skipped.
   */
  async findAll<S extends Schema>(entity: S, ids: readonly string[]): Promise<InferEntity<S>[]> {
    const known = [...new Set(ids.filter(isIdentifier))];
    if (known.length === 0) return [];
    // The cast is needed, because the ORM's types accept only one specific entity.
    const target = targetOf(this.orm, entity as never);
    return this.rows(
      `select ${selectedColumns(target)} from ${target.table} r
       where r.org_id = $1 and r.id = any($2::uuid[])`,
      [this.organizationId, known],
    );
  }

  /**
   * Returns the entity with the identifier.
   * @throws Refusal not_found
   */
  async get<S extends Schema>(entity: S, id: string, name: string): Promise<InferEntity<S>> {
    const found = await this.find(entity, id);
    if (!found) throw notFound(name);
    return found;
  }

  /**
   * Returns the entity with the identifier, locked `for update`.
   * @throws Refusal not_found
   */
  async lock<S extends Schema>(entity: S, id: string, name: string): Promise<InferEntity<S>> {
    const found = await this.find(entity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!found) throw notFound(name);
    return found;
  }

  /** Removes a loaded entity when the command commits. */
  async remove(entity: object): Promise<void> {
    (await this.entityManager()).remove(entity);
  }

  /**
   * Runs SQL inside the transaction, with values as parameters. The first value is `$1`. The SQL
   * text is prepared, so the number of different texts must be small.
   */
  async rows<Row = Record<string, unknown>>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    named(sql);
    return rowsIn(await this.entityManager(), sql, values);
  }

  /**
   * Runs SQL that PostgreSQL plans for the given values, for a statement that joins a table with
   * hundreds of records. The generic plan, which all other statements use, would expect only ten
   * records and compare each row with each record.
   */
  async bulk<Row = Record<string, unknown>>(
    sql: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const em = await this.entityManager();
    await rowsIn(em, 'set local plan_cache_mode = auto', []);
    return rowsIn(em, sql, values);
  }
}

/** Runs SQL inside an entity manager's transaction, with values as parameters. */
export async function rowsIn<Row>(
  em: EntityManager,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const connection = certain(em.getTransactionContext<Kysely<unknown>>(), 'the transaction');
  const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(sql, [...values]));
  return rows;
}
