import { createRun, Refusal, type CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import * as fc from 'fast-check';
import type { StampingAnswer } from '../src/domain/ports';
import { rowMoves } from '../src/domain/states/row-moves';
import type { RowPlace } from '../src/domain/states/states';
import { reconcileRun } from '../src/jobs/reconcile-stamps';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { includePayrollRow } from '../src/operations/include-payroll-row';
import { omitPayrollRow } from '../src/operations/omit-payroll-row';
import { recalculatePayrollRow } from '../src/operations/recalculate-payroll-row';
import { restampPayrollRow } from '../src/operations/restamp-payroll-row';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { updateEmployee } from '../src/operations/update-employee';
import { FakeCfdi } from './fake-cfdi';
import {
  addEmployee,
  addRun,
  calculate,
  deliver,
  rowsOf,
  startPayroll,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
let cfdi: FakeCfdi;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

interface Subject {
  context: CallContext;
  employeeId: string;
  runId: string;
  rowId: string;
}

/**
 * All commands and events of a payroll row, which the test runs in any order. Each state refuses
 * most commands and events.
 */
const steps: Record<string, (subject: Subject) => Promise<unknown>> = {
  calculate: ({ context, runId }) => calculate(service, context, runId),
  recalculate: ({ context, rowId }) => service.answer(recalculatePayrollRow, context, { rowId }),
  omit: ({ context, rowId }) => service.answer(omitPayrollRow, context, { rowId }),
  include: ({ context, rowId }) => service.answer(includePayrollRow, context, { rowId }),
  restamp: async ({ context, rowId }) => {
    await service.answer(restampPayrollRow, context, { rowId });
    await deliver(service, context);
  },
  stamp: async ({ context, runId }) => {
    await service.answer(stampPayrollRun, context, { runId });
    await deliver(service, context);
  },
  reconcile: async ({ context, runId }) => {
    const worker = createRun(service.runtime, context);
    const later = new Date(service.runtime.now().getTime() + 3_600_000);
    service.setClock(later.toISOString());
    await reconcileRun(worker, { cfdi }, runId);
  },
  loseCurp: ({ context, employeeId }) =>
    service.answer(updateEmployee, context, { employeeId, fields: {}, cleared: ['curp'] }),
  findCurp: ({ context, employeeId }) =>
    service.answer(updateEmployee, context, {
      employeeId,
      fields: { curp: 'GOLA850312MDFMPN03' },
      cleared: [],
    }),
};

const outcomes = fc.constantFrom<StampingAnswer['kind']>(
  'confirmed',
  'refused',
  'unknown',
  'not_received',
);

function answerOf(kind: StampingAnswer['kind']): StampingAnswer[] {
  if (kind === 'confirmed') return [];
  return [kind === 'refused' ? { kind, rejectionCode: 'CFDI40147' } : { kind }];
}

interface Seen {
  state: string;
  omitted: boolean;
  errorCode?: string;
  uuid?: string;
}

const placeOf = ({ state, omitted, errorCode }: Seen): RowPlace => {
  if (omitted) return 'omitted';
  return errorCode === 'stamp_unconfirmed' ? 'unconfirmed' : (state as RowPlace);
};

/** Returns every place that the table reaches from a place in any number of transitions. */
function reachable(from: RowPlace): Set<RowPlace> {
  const found = new Set([from]);
  for (const place of found) {
    for (const [froms, , to] of rowMoves) if (froms.includes(place)) found.add(to);
  }
  return found;
}

async function subject(): Promise<Subject> {
  const context = callContext();
  const employeeId = await addEmployee(service, context);
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  const [row] = await rowsOf(service, context, runId);
  return { context, employeeId, runId, rowId: row!.rowId as string };
}

const seen = async ({ context, runId }: Subject) =>
  (await rowsOf(service, context, runId)).map((row) => row as unknown as Seen)[0]!;

test('after any commands and events, rows follow the state table, are stamped once and match the totals', async () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), outcomes), {
    minLength: 4,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(moves, async (sequence) => {
      const of = await subject();
      cfdi = new FakeCfdi();
      service.runtime.providers.cfdi = cfdi;
      const confirmed = new Set<string>();
      for (const [name, outcome] of sequence) {
        const before = await seen(of);
        cfdi.nextStamps.splice(0, Infinity, ...answerOf(outcome));
        await steps[name]!(of).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        const after = await seen(of);
        expect(reachable(placeOf(before))).toContain(placeOf(after));
        if (before.state === 'stamped') expect(after).toEqual(before);
        if (after.uuid) confirmed.add(after.uuid);
        const counts = after.state !== 'excluded';
        const run = await service.answer(getPayrollRun, of.context, { runId: of.runId });
        if (run.state !== 'stamping') {
          expect(run.totals).toMatchObject({ receiptCount: counts ? 1 : 0 });
        }
      }
      expect(confirmed.size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 25 },
  );
});
