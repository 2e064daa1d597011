import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { payrollRow, payrollRowSummary } from '@timbre/api';
import {
  type Answer,
  instant,
  json,
  type List,
  type Members,
  number,
  type Reader,
  resource,
  type Transaction,
} from '@timbre/kit';
import type { payroll } from '@timbre/contract';
import type { PayrollPeriod } from '../domain/calculation/input';
import type { Issue } from '../domain/issues/issue';
import type { RowCancellation } from '../domain/states/row-cancellation';
import type { RowState } from '../domain/states/states';
import type { Rejection } from '../domain/states/stamp-outcome';
import { explanationWithRules } from './cited-rules';

/** A payroll line in the form of the API: amounts are numbers (see `public-json.ts`). */
interface StoredLine {
  type: string;
  code: string;
  description?: string;
}
export type StoredEarning = StoredLine & {
  taxableAmount: number;
  exemptAmount: number;
  overtime?: { days: number; hoursType: string; hours: number; amount: number }[];
  shares?: { marketValue: number; grantPrice: number };
};
export type StoredDeduction = StoredLine & { amount: number };
export type StoredOtherPayment = StoredLine & {
  amount: number;
  employmentSubsidy?: number;
  favorableBalance?: { amount: number; year: number; remainingAmount: number };
};
/**
 * The SAT elements of a document that do not belong to a line, including the overtime of a
 * calculated row.
 */
export interface StoredDetails {
  incapacities: { type: string; days: number; amount?: number }[];
  lastMonthlySalary?: number;
  employmentEndedOn?: string;
  pensionDailyAmount?: number;
}
export type StoredReceiptTotals = {
  [Name in 'gross' | 'deductions' | 'net' | 'isr' | 'subsidy' | 'imss']: number;
};

/** The receipt of one employee in a run. */
export const PayrollRow = defineEntity({
  name: 'PayrollRow',
  tableName: 'payroll_rows',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    runId: p.uuid(),
    employeeId: p.uuid(),
    employeeName: p.text(),
    state: p.string().$type<RowState>(),
    omitted: p.boolean(),
    source: p.string().$type<'calculated' | 'manual'>(),
    issues: p.json<Issue[]>(),
    incidents: p.json<payroll.Incidents>().nullable(),
    kind: p.string().$type<PayrollPeriod['kind']>(),
    periodStartedOn: p.date(),
    periodEndedOn: p.date(),
    paidOn: p.date(),
    paidDays: p.decimal().nullable(),
    totals: p.json<StoredReceiptTotals>().nullable(),
    earnings: p.json<StoredEarning[]>(),
    deductions: p.json<StoredDeduction[]>(),
    otherPayments: p.json<StoredOtherPayment[]>(),
    explanation: p.json<object>().nullable(),
    /**
     * The rules that the explanation cites, which are stored once for all receipts with the same
     * rules.
     */
    citedRules: p.uuid().nullable(),
    /** The incapacities and the other SAT elements of the document that do not belong to a line. */
    details: p.json<StoredDetails>().nullable(),
    subsidyCaused: p.decimal(),
    exemptAguinaldo: p.decimal(),
    exemptVacationPremium: p.decimal(),
    exemptProfitSharing: p.decimal(),
    lastReceiptSalaryAvailable: p.boolean(),
    /** A digest of all values that the last evaluation wrote. */
    receiptDigest: p.uuid().nullable(),
    /** The salary with which the receipt was stamped. */
    salary: p.json<{ dailyWage: string; integratedDailySalary: string }>().nullable(),
    documentRef: p.text().nullable(),
    uuid: p.text().nullable(),
    rejectionCode: p.text().nullable(),
    /**
     * The details of the last refusal, which are valid only while the row has the same error code.
     */
    rejection: p.json<Rejection & { code: string; at: string }>().nullable(),
    errorCode: p.text().nullable(),
    /**
     * The stamp input as JSON (type StampInput in ports.ts), which was validated when the row was
     * queued.
     */
    stampInput: p.text().name('stamp_text').nullable(),
    /**
     * The RFC of the receiver that the draft states. If the RFC of the receiver changes, the row
     * needs a new draft and folio.
     */
    receiverRfc: p.text().nullable(),
    receiverTaxSystem: p.text().nullable(),
    /**
     * The number of stamp requests so far, which is part of the idempotency key for fiscal-cfdi.
     */
    stampNumber: p.integer(),
    /**
     * The newest cancellation request of the row. `cancelNumber` is the number of cancellation requests
     * so far; it is part of their idempotency key.
     */
    cancellation: p.json<RowCancellation>().nullable(),
    cancelNumber: p.integer().default(0),
    tries: p.integer(),
    /** The end of the lease that allows only one worker to send the row. */
    leaseUntil: p.datetime().nullable(),
    /**
     * The time at which a reconciler retries the row, unless a worker stores an outcome or a
     * cancellation response arrives earlier.
     */
    nextTryAt: p.datetime().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type PayrollRow = InferEntity<typeof PayrollRow>;

export const rowName = 'payroll row';

const summary: Members<Answer<typeof payrollRowSummary>> = {
  rowId: 'r.id',
  runId: 'r.run_id',
  employeeId: 'r.employee_id',
  employeeName: 'r.employee_name',
  employeeTaxId: `(select e.rfc from employees e
    where e.org_id = r.org_id and e.id = r.employee_id)`,
  state: 'r.state',
  omitted: 'r.omitted',
  source: 'r.source',
  issues: json('r.issues'),
  paidDays: number('r.paid_days'),
  totals: json('r.totals'),
  documentRef: 'r.document_ref',
  uuid: 'r.uuid',
  rejectionCode: 'r.rejection_code',
  rejection: json(`case when r.rejection->>'code' = r.rejection_code then r.rejection end`),
  errorCode: 'r.error_code',
  lastReceiptSalaryAvailable: 'r.last_receipt_salary_available',
  updatedAt: instant('r.updated_at'),
};

/** The detailed form of a row in the API (specification, part 2: payroll row detail). */
export const rowDetail = resource<Answer<typeof payrollRow>>(rowName, 'payroll_rows', {
  ...summary,
  earnings: json('r.earnings'),
  deductions: json('r.deductions'),
  otherPayments: json('r.other_payments'),
  explanation: json(explanationWithRules),
  incapacities: json(`nullif(r.details->'incapacities', '[]')`),
  lastMonthlySalary: number(`(r.details->>'lastMonthlySalary')::numeric`),
  employmentEndedOn: `r.details->>'employmentEndedOn'`,
  pensionDailyAmount: number(`(r.details->>'pensionDailyAmount')::numeric`),
  cancellation: json(`r.cancellation - '{requestedBy,documentVersion}'::text[]`),
});

export const rowList: List = {
  name: 'payroll rows',
  resource: resource<Answer<typeof payrollRowSummary>>(rowName, 'payroll_rows', summary),
  searchColumn: 'r.search_text',
  dateColumn: 'r.paid_on',
};

/** Returns the identifier of the run to which a row belongs. */
export async function runOfRow(tx: Transaction, rowId: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ runId: string }>(
    'select run_id as "runId" from payroll_rows where org_id = $1 and id = $2',
    [tx.organizationId, rowId],
  );
  return row?.runId;
}

/** The columns of a stamped row that are needed to calculate its receipt again. */
export type StampedRow = Pick<PayrollRow, 'id' | 'employeeId' | 'incidents'> & {
  citedRules: string;
};

/** Returns the stamped rows of a run whose receipts cite one of the given lists of rules. */
export const stampedRowsCiting = (
  read: Reader,
  runId: string,
  rules: readonly string[],
): Promise<StampedRow[]> =>
  read.rows(
    `select r.id, r.employee_id as "employeeId", r.incidents, r.cited_rules as "citedRules"
     from payroll_rows r
     where r.org_id = :org and r.run_id = $2::uuid and r.state = 'stamped'
       and r.cited_rules = any($3::uuid[])
     order by r.id`,
    [runId, rules],
  );

/** SQL that selects stamped rows whose cancellation request must be repeated. */
export const dueCancellations = `select org_id, id from payroll_rows
  where state = 'stamped' and next_try_at <= $1 order by next_try_at`;
