import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { payrollRun, payrollRunSummary } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  type Answer,
  instant,
  integer,
  json,
  type List,
  type Members,
  object,
  pickColumns,
  resource,
  type RowOf,
  type Transaction,
} from '@timbre/kit';
import type { PayrollPeriod } from '../domain/calculation/input';
import type { EmployerFacts } from '../domain/employer-record';
import type { RunState } from '../domain/states/states';
import { shownSettings } from './employers';

/** The totals of a run in the form of the API: pesos, and the number of receipts. */
export interface StoredTotals {
  receiptCount: number;
  gross: number;
  deductions: number;
  net: number;
  isr: number;
  subsidy: number;
  imss: number;
}

/** A payroll run, which is one payment for a roster of employees. */
export const PayrollRun = defineEntity({
  name: 'PayrollRun',
  tableName: 'payroll_runs',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    state: p.string().$type<RunState>(),
    /** The state to which the run returns if its calculation fails. */
    stateBefore: p.string().$type<'draft' | 'review' | 'partially_stamped'>().nullable(),
    name: p.text().nullable(),
    kind: p.string().$type<PayrollPeriod['kind']>(),
    paymentFrequency: p.text(),
    periodStartedOn: p.date(),
    periodEndedOn: p.date(),
    paidOn: p.date(),
    /**
     * The selected employees; null selects all employees who are paid with the payment frequency of
     * the run.
     */
    employeeIds: p.json<string[]>().nullable(),
    /** The employer data that the last calculation used. */
    employer: p.json<EmployerFacts>(),
    /**
     * The employer data that requests for this run stated. The value is null for a run that was
     * created before this column was added.
     */
    employerGiven: p.json<EmployerFacts>().nullable(),
    totals: p.json<StoredTotals>(),
    calculationId: p.uuid().nullable(),
    /** True while the ready rows of the run are checked and queued. */
    queueing: p.boolean(),
    /** The number of partitions whose calculation has not finished yet. */
    partitionsLeft: p.integer().name('lanes_left'),
    progressDone: p.integer(),
    progressTotal: p.integer(),
    /** The time at which the calculation or the queueing last made progress. */
    workedAt: p.datetime(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type PayrollRun = InferEntity<typeof PayrollRun>;

export const runName = 'payroll run';

const summary: Members<Answer<typeof payrollRunSummary>> = {
  runId: 'r.id',
  state: 'r.state',
  name: 'r.name',
  kind: 'r.kind',
  paymentFrequency: 'r.payment_frequency',
  periodStartedOn: 'r.period_started_on',
  periodEndedOn: 'r.period_ended_on',
  paidOn: 'r.paid_on',
  totals: json('r.totals'),
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
};

type Shape = Answer<typeof payrollRun>;
type Progress = NonNullable<Shape['progress']>;

const progressWith = (done: string) =>
  object<Progress>({ done: integer(done), total: integer('r.progress_total') });

/** The progress of the work on a run; null if no work is running. */
const progress = json<Progress>(`case r.state
  when 'calculating' then ${progressWith('r.progress_done')}
  when 'stamping' then ${progressWith('r.progress_total - counted.waiting')}
  end`);

/**
 * SQL that counts the rows of a run only once for all fields of the progress, because clients poll the
 * progress every second.
 */
const counted = `select coalesce(json_object_agg(c.state, c.count), '{}') as by_state,
    coalesce(sum(c.count) filter (where c.state in ('queued', 'stamping')), 0) as waiting
  from (select w.state, count(*) as count from payroll_rows w
    where w.org_id = r.org_id and w.run_id = r.id group by w.state) c`;

const employer = object<Shape['employer']>({
  rfc: `r.employer->'rfc'`,
  registration: `r.employer->'registration'`,
  curp: `r.employer->'curp'`,
  stateCode: `r.employer->'stateCode'`,
  minimumWageZone: `r.employer->'minimumWageZone'`,
  settings: json(shownSettings(`(r.employer->'settings')`)),
});

const detail = resource<Shape>(runName, 'payroll_runs', {
  ...summary,
  employeeIds: json('r.employee_ids'),
  employer,
  rowCounts: json('counted.by_state'),
  progress,
});

export const runDetail = { ...detail, json: `(select ${detail.json} from (${counted}) counted)` };

export const runList: List = {
  name: 'payroll runs',
  resource: resource<Answer<typeof payrollRunSummary>>(runName, 'payroll_runs', summary),
  searchColumn: 'r.search_text',
  dateColumn: 'r.paid_on',
};

export function periodOfRun(run: PayrollRun): PayrollPeriod {
  const { kind, paymentFrequency, periodStartedOn, periodEndedOn, paidOn } = run;
  return { kind, paymentFrequency, periodStartedOn, periodEndedOn, paidOn };
}

/** The data of another run that a warning states. */
export type NamedRun = RowOf<typeof namedRun>;

const namedRun = pickColumns(PayrollRun, ['id', 'name', 'periodStartedOn', 'periodEndedOn']);

/**
 * Returns the last ordinary run that pays some of the same employees for a part of the same period
 * and is not canceled.
 * @param employeeIds the selected employees; undefined selects all employees with the payment
 * frequency of the run
 */
export async function runOfPeriod(
  tx: Transaction,
  { paymentFrequency, periodStartedOn, periodEndedOn }: PayrollPeriod,
  employeeIds: readonly string[] | undefined,
): Promise<NamedRun | undefined> {
  const [run] = await tx.rows<NamedRun>(
    `select ${namedRun} from payroll_runs
      where org_id = $1 and kind = 'ordinary' and state <> 'canceled' and payment_frequency = $2
        and period_started_on <= $3 and period_ended_on >= $4
        and (employee_ids is null or $5::text[] is null or employee_ids ?| $5::text[])
      order by created_at desc, id limit 1`,
    [tx.organizationId, paymentFrequency, periodEndedOn, periodStartedOn, employeeIds ?? null],
  );
  return run;
}

/** Returns the text of a run that the list parameter `query` searches. */
export const runSearchText = (name: string | undefined): string => fold(name ?? '');

export const noTotals: StoredTotals = {
  receiptCount: 0,
  gross: 0,
  deductions: 0,
  net: 0,
  isr: 0,
  subsidy: 0,
  imss: 0,
};

/**
 * Locks the run for key share: no transaction can change or delete the run, but other transactions can
 * have the same lock.
 */
export async function keepRun(tx: Transaction, runId: string): Promise<void> {
  await tx.rows('select 1 from payroll_runs where org_id = $1 and id = $2 for key share', [
    tx.organizationId,
    runId,
  ]);
}

/** Adds the rows that a partition has calculated to the progress of the run. */
export async function countCalculated(tx: Transaction, runId: string, rows: number): Promise<void> {
  await tx.rows(
    `update payroll_runs set progress_done = progress_done + $4, worked_at = $3,
       version = version + 1
     where org_id = $1 and id = $2`,
    [tx.organizationId, runId, tx.now, rows],
  );
}

/** Records that a partition has finished. @returns the number of partitions that have not finished */
export async function countFinished(tx: Transaction, runId: string): Promise<number | undefined> {
  const [run] = await tx.rows<{ partitionsLeft: number }>(
    `update payroll_runs set lanes_left = greatest(lanes_left - 1, 0), worked_at = $3,
       version = version + 1
     where org_id = $1 and id = $2 returning lanes_left as "partitionsLeft"`,
    [tx.organizationId, runId, tx.now],
  );
  return run?.partitionsLeft;
}

/**
 * SQL conditions for runs with work in progress; each SQL condition implies the condition of a
 * partial index.
 */
export const runsAtWork = {
  calculating: `state = 'calculating'`,
  queueing: `state = 'stamping' and queueing`,
};

export type WorkOnRuns = keyof typeof runsAtWork;

/** SQL that selects runs whose work has made no progress for a given time. */
export const stuckRuns = (work: WorkOnRuns, stuckAfterMs: number): string =>
  `select org_id, id from payroll_runs
   where ${runsAtWork[work]} and worked_at < $1::timestamptz - interval '${stuckAfterMs} ms'
   order by worked_at`;
