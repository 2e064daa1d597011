import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { Decimal, firstIn, type CalendarDate } from '@timbre/fiscal';
import { byName, columnsOf, usualZone, type Transaction } from '@timbre/kit';
import { installmentKey, type Installment } from '../domain/installments';

/** An installment of a document; only an installment in state `live` has an open amount. */
export const DocumentInstallment = defineEntity({
  name: 'DocumentInstallment',
  tableName: 'dues',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    kind: p.text().$type<Installment['kind']>(),
    state: p.text().$type<'live' | 'canceled' | 'ended'>(),
    documentRef: p.text(),
    contact: p.text(),
    planId: p.uuid().nullable(),
    number: p.integer().nullable(),
    dueOn: p.date().$type<CalendarDate>(),
    currency: p.text(),
    amount: p.decimal(),
    covered: p.decimal(),
    open: p.decimal(),
    /** The last event that was emitted for this installment. */
    announced: p.text().$type<'due' | 'overdue'>().nullable(),
  },
});

type Stored = InferEntity<typeof DocumentInstallment>;

export interface StoredInstallment
  extends
    Installment,
    Pick<Stored, 'id' | 'version' | 'state' | 'documentRef' | 'contact' | 'currency'> {
  open: Decimal;
  announced: 'due' | 'overdue' | null;
}

export type InstallmentRow = Omit<StoredInstallment, 'amount' | 'covered' | 'open'> &
  Pick<Stored, 'amount' | 'covered' | 'open'>;

const columns = columnsOf(DocumentInstallment);

export const installmentOfRow = (row: InstallmentRow): StoredInstallment => ({
  ...row,
  amount: Decimal.from(row.amount),
  covered: Decimal.from(row.covered),
  open: Decimal.from(row.open),
});

/**
 * SQL that selects the installments of the document `$2` of the organization `$1`, except
 * installments of earlier plans.
 */
export const installmentsSql = (planId: string): string => `select ${columns} from dues
  where org_id = $1 and document_ref = $2
    and (plan_id is null or plan_id = ${planId} or state <> 'ended') order by number`;

export interface WantedInstallments {
  documentRef: string;
  contact: string;
  currency: string;
  installments: readonly Installment[];
  /**
   * The new state of installments that are no longer part of the document is `canceled` if the
   * document is canceled, and otherwise `ended`.
   */
  others: 'canceled' | 'ended';
}

/**
 * Replaces the stored installments of a document with new installments.
 * @param present the currently stored installments
 * @returns all installments of the document after the change
 */
export async function replaceInstallments(
  tx: Transaction,
  present: readonly StoredInstallment[],
  { documentRef, contact, currency, installments, others }: WantedInstallments,
): Promise<StoredInstallment[]> {
  const known = new Map(present.map((row) => [installmentKey(row), row]));
  const wanted: StoredInstallment[] = installments.map((installment) => {
    const row = known.get(installmentKey(installment));
    known.delete(installmentKey(installment));
    return {
      ...installment,
      id: row?.id ?? tx.newId(),
      version: row?.version ?? 0,
      state: 'live',
      documentRef,
      contact,
      currency,
      open: installment.amount.minus(installment.covered),
      announced: row?.announced ?? null,
    };
  });
  const left = [...known.values()].map((row) =>
    row.state === 'live' ? { ...row, state: others, open: Decimal.zero } : row,
  );
  const before = new Map(present.map((row) => [row.id, row]));
  const all = [...wanted, ...left].map((row) =>
    isChanged(row, before.get(row.id)) ? { ...row, version: row.version + 1 } : row,
  );
  await save(
    tx,
    all.filter(({ id, version }) => version !== before.get(id)?.version),
  );
  return all;
}

function isChanged(row: StoredInstallment, before: StoredInstallment | undefined): boolean {
  if (!before) return true;
  const isSame =
    row.state === before.state &&
    row.kind === before.kind &&
    row.dueOn === before.dueOn &&
    row.contact === before.contact &&
    row.amount.equals(before.amount) &&
    row.covered.equals(before.covered) &&
    row.open.equals(before.open);
  return !isSame;
}

async function save(tx: Transaction, rows: StoredInstallment[]): Promise<void> {
  if (rows.length === 0) return;
  const of = (read: (row: StoredInstallment) => unknown) => rows.map(read);
  const { documentRef, contact, currency } = firstIn(rows);
  await tx.rows(
    ...byName(
      `insert into dues (org_id, id, version, kind, state, document_ref, contact, plan_id, number,
       due_on, currency, amount, covered, open)
     select :org, x.id, 1, x.kind, x.state, :documentRef, :contact, x.plan_id, x.number, x.due_on,
       :currency, x.amount, x.covered, x.open
     from unnest(:ids::uuid[], :kinds::text[], :states::text[], :plans::uuid[], :numbers::int[],
       :days::date[], :amounts::numeric[], :covered::numeric[], :open::numeric[])
       x (id, kind, state, plan_id, number, due_on, amount, covered, open)
     on conflict (org_id, id) do update set kind = excluded.kind, state = excluded.state,
       contact = excluded.contact, due_on = excluded.due_on, amount = excluded.amount,
       covered = excluded.covered, open = excluded.open, version = dues.version + 1`,
      {
        org: tx.organizationId,
        documentRef,
        contact,
        currency,
        ids: of(({ id }) => id),
        kinds: of(({ kind }) => kind),
        states: of(({ state }) => state),
        plans: of(({ planId }) => planId),
        numbers: of(({ number }) => number),
        days: of(({ dueOn }) => dueOn),
        amounts: of(({ amount }) => amount.toString()),
        covered: of(({ covered }) => covered.toString()),
        open: of(({ open }) => open.toString()),
      },
    ),
  );
}

/** Stores the last event that was emitted for each installment. */
export async function markAnnounced(
  tx: Transaction,
  installments: readonly StoredInstallment[],
): Promise<void> {
  await tx.rows(
    `update dues d set announced = x.announced, version = x.version
     from unnest($2::uuid[], $3::text[], $4::int[]) x (id, announced, version)
     where d.org_id = $1 and d.id = x.id`,
    [
      tx.organizationId,
      installments.map(({ id }) => id),
      installments.map(({ announced }) => announced),
      installments.map(({ version }) => version),
    ],
  );
}

const lacksEvent = `open > 0 and kind <> 'undated' and announced is distinct from 'overdue'`;

/**
 * Reads and locks due installments for which no event was emitted yet, the oldest first.
 * Installments that another transaction has locked are skipped: because locks may be taken there in
 * a different order, waiting could cause a deadlock.
 */
export async function unannouncedInstallments(
  tx: Transaction,
  today: CalendarDate,
  max: number,
): Promise<StoredInstallment[]> {
  const rows = await tx.rows<InstallmentRow>(
    `select ${columns} from dues where org_id = $1 and ${lacksEvent} and due_on <= $2::date
       and (announced is null or due_on < $2::date)
     order by due_on limit $3 for update skip locked`,
    [tx.organizationId, today, max],
  );
  return rows.map(installmentOfRow);
}

/**
 * SQL that calculates the current business time of an organization from its business clock (alias `c`).
 */
const businessNow = `($1::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 millisecond')`;

/**
 * Selects organizations that have a due installment without an event. Whether it is due depends on
 * the organization's own day at the time `$1`. All Mexican time zones are west of UTC, so
 * installments that are due after the current UTC day are not due yet.
 */
export const organizationsWithNewDues = `select d.org_id, d.org_id as id from (
    select org_id, due_on, announced from dues
    where ${lacksEvent} and due_on <= ($1::timestamptz at time zone 'UTC')::date
    union all
    select u.* from organization_clocks c cross join lateral (
      select org_id, due_on, announced from dues
      where org_id = c.org_id and ${lacksEvent} and due_on <= (${businessNow} at time zone 'UTC')::date) u
  ) d
  left join organizations o on o.org_id = d.org_id
  left join organization_clocks c on c.org_id = d.org_id
  cross join lateral (
    select (${businessNow} at time zone coalesce(o.zone, '${usualZone}'))::date as today) t
  where d.due_on < t.today or (d.due_on = t.today and d.announced is null)
  group by d.org_id order by min(d.due_on)`;
