import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { payrollRow, payrollRowSummary } from '@timbre/api';
import { type Answer, instant, json, type List, type Members, number, resource } from '@timbre/kit';
import type { payroll } from '@timbre/contract';
import type { PayrollPeriod } from '../domain/calculation/input';
import type { Issue } from '../domain/issues/issue';
import type { RowCancellation } from '../domain/states/row-cancellation';
import type { RowState } from '../domain/states/states';
import { explanationWithRules } from './cited-rules';

/** Lines and totals as they are shown: amounts are numbers (see `public-json.ts`). */
interface StoredLine {
  type: string;
  code: string;
  description?: string;
}
export type StoredEarning = StoredLine & { taxableAmount: number; exemptAmount: number };
export type StoredDeduction = StoredLine & { amount: number };
export type StoredOtherPayment = StoredLine & { amount: number; employmentSubsidy?: number };
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
    /** The rules of the explanation, kept once for all receipts that read the same ones. */
    citedRules: p.uuid().nullable(),
    /** Overtime and incapacities of the document. */
    details: p.json<object>().nullable(),
    subsidyCaused: p.decimal(),
    exemptAguinaldo: p.decimal(),
    exemptVacationPremium: p.decimal(),
    exemptProfitSharing: p.decimal(),
    lastReceiptSalaryAvailable: p.boolean(),
    /** Of everything that its last evaluation wrote. */
    receiptDigest: p.uuid().nullable(),
    /** The salary it was stamped with. */
    salary: p.json<{ dailyWage: string; integratedDailySalary: string }>().nullable(),
    documentRef: p.text().nullable(),
    uuid: p.text().nullable(),
    rejectionCode: p.text().nullable(),
    errorCode: p.text().nullable(),
    /** JSON of what it is stamped with (ports.ts, StampInput), as it was checked when it was queued. */
    stampInput: p.text().name('stamp_text').nullable(),
    /** Of the receiver of the draft: another one needs another draft and folio. */
    receiverRfc: p.text().nullable(),
    receiverTaxSystem: p.text().nullable(),
    /** Counts stamps asked for: their keys at fiscal-cfdi are made of it. */
    stampNumber: p.integer(),
    /** The newest request to cancel it, and how many there were: keys at fiscal-cfdi as above. */
    cancellation: p.json<RowCancellation>().nullable(),
    cancelNumber: p.integer().default(0),
    tries: p.integer(),
    /** Until when one worker has the row. */
    leaseUntil: p.datetime().nullable(),
    /** When a reconciler looks after it, unless a lane came first or a cancellation was answered. */
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
  errorCode: 'r.error_code',
  lastReceiptSalaryAvailable: 'r.last_receipt_salary_available',
  updatedAt: instant('r.updated_at'),
};

/** Specification, part 2: payroll row detail. */
export const rowDetail = resource<Answer<typeof payrollRow>>(rowName, 'payroll_rows', {
  ...summary,
  earnings: json('r.earnings'),
  deductions: json('r.deductions'),
  otherPayments: json('r.other_payments'),
  explanation: json(explanationWithRules),
  cancellation: json(`r.cancellation - '{requestedBy,documentVersion}'::text[]`),
});

export const rowList: List = {
  name: 'payroll rows',
  resource: resource<Answer<typeof payrollRowSummary>>(rowName, 'payroll_rows', summary),
  searchColumn: 'r.search_text',
  dateColumn: 'r.paid_on',
};
