import { parseDocument } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { Client } from 'pg';
import type { SealingKey, Signer } from '../src/domain/ports';
import { createSeries } from '../src/operations/create-series';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { sealPayrollReceipts } from '../src/operations/seal-payroll-receipts';
import { topUpWallet } from '../src/commands/top-up-wallet';
import { newOrganization } from './cfdi';
import { rejects, unreachable } from './fake-pac';
import { samplePayroll, samplePayrollSource } from './sample-payroll';
import {
  eventsOf, moveClock, newIssuer, stamp, startStamping, stateOf, type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  Object.assign(providers(), { stampPrice: undefined, signer: stamping.signer });
});

const providers = () => stamping.service.runtime.providers as unknown as Record<string, unknown>;

type Receipt = fiscalCfdi.PayrollReceipt;

async function newEmployer(): Promise<CallContext> {
  const context = await newIssuer(stamping);
  const series = { code: 'N', kind: 'payroll' };
  await stamping.service.answer(createSeries as never, context, series as never);
  return context;
}

const receiptsOf = (count: number): Receipt[] =>
  Array.from({ length: count }, () => receiptOf(newId()));

let receiptCount = 0;

/**
 * Builds a receipt of a new employee. The issuers in these tests share a key, so equal documents would have
 * equal seals.
 */
function receiptOf(rowId: string, wage = '7500.00', changes: Partial<Receipt> = {}): Receipt {
  const earnings = [{ type: '001', taxableAmount: wage, exemptAmount: '0' }];
  const employee = { ...samplePayroll.employee, employeeNumber: `E-${++receiptCount}` };
  const payroll = { ...samplePayroll, earnings, employee } as fiscalCfdi.Payroll;
  const payrollSource = samplePayrollSource as fiscalCfdi.PayrollSource;
  const input = { kind: 'payroll', employeeId: newId(), items: [], payroll, payrollSource };
  return { key: `payroll:${rowId}:stamp:1`, input, ...changes };
}

const seal = async (context: CallContext, receipts: Receipt[]) => {
  const { runtime } = stamping.service;
  const answer = await sealPayrollReceipts.run(runtime as never, context, { receipts });
  return answer.receipts;
};

/** Makes payroll's next request, which stamps a sealed receipt with the key of its attempt. */
const stampNext = (context: CallContext, { key }: Receipt, documentRef: string) =>
  stamp(
    stamping,
    {
      ...context,
      idempotency: { route: 'payroll', key, fingerprint: '00' },
      deadlineMs: Date.now() + 28_000,
    },
    documentRef,
  );

const foliosOf = async ({ organizationId }: CallContext): Promise<number[]> => {
  const sql = 'select folio::int from cfdi where org_id = $1 order by folio';
  const rows = await stamping.service.rows<{ folio: number }>(sql, [organizationId]);
  return rows.map(({ folio }) => folio);
};

const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('sealPayrollReceipts', () => {
  it('sealPayrollReceipts seals all receipts except the invalid one, with consecutive folios', async () => {
    const context = await newEmployer();
    const receipts = receiptsOf(250);
    receipts[100]!.input!.payroll!.earnings = [];
    const sealed = await seal(context, receipts);
    expect(sealed[100]).toEqual({
      issues: [
        {
          path: 'payroll.earnings',
          code: 'earnings_missing',
          message: 'A payroll must have at least one earning.',
        },
      ],
    });
    expect(sealed.filter(({ documentRef }) => documentRef)).toHaveLength(249);
    expect(await foliosOf(context)).toEqual(countTo(249));
    const { cfdi, attempts } = await stateOf(stamping, sealed[249]!.documentRef!);
    expect(attempts).toMatchObject([
      { state: 'sealed', requested_by: `payroll ${receipts[249]!.key}` },
    ]);
    expect(cfdi).toMatchObject({ stage: 'stamping', status: 'draft', series: 'N', folio: '249' });
    expect(parseDocument((cfdi['sealed_xml'] as Buffer).toString()).document).toMatchObject({
      serie: 'N',
      folio: '249',
      sello: expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/),
    });
    // Sealing publishes no event for a new draft.
    expect(await eventsOf(stamping, sealed[249]!.documentRef!)).toEqual([]);
  });

  it('sealPayrollReceipts returns the same documents to a repeated and to a concurrent request', async () => {
    const context = await newEmployer();
    const receipts = receiptsOf(20);
    const [one, other] = await Promise.all([seal(context, receipts), seal(context, receipts)]);
    expect(other).toEqual(one);
    const later = await seal(context, [...receiptsOf(1), ...receipts]);
    expect(later.slice(1)).toEqual(one);
    expect(await foliosOf(context)).toEqual(countTo(21));
  });

  it('sealPayrollReceipts yields to the event loop so that other requests are processed', async () => {
    const context = await newEmployer();
    const receipts = receiptsOf(250);
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await seal(context, receipts);
    isOver = true;
    // The loop yields after every 20 receipts while they are checked, and after every 25 while they are
    // signed.
    expect(turns).toBeGreaterThan(250 / 20 + 250 / 25);
  });

  it('folios are free again if sealPayrollReceipts fails halfway', async () => {
    const context = await newEmployer();
    let left = 30;
    const breaking = (key: SealingKey): SealingKey => ({
      ...key,
      sealAsync: (document) =>
        (left -= 1) < 0 ? Promise.reject(new Error('it broke here')) : key.sealAsync(document),
    });
    const signer: Signer = {
      kept: () => undefined,
      open: async (stored) => breaking(await stamping.signer.open(stored)),
    };
    Object.assign(providers(), { signer });
    const receipts = receiptsOf(40);
    await expect(seal(context, receipts)).rejects.toThrow('it broke here');
    expect(await foliosOf(context)).toEqual([]);
    Object.assign(providers(), { signer: stamping.signer });
    await seal(context, receipts);
    expect(await foliosOf(context)).toEqual(countTo(40));
  });

  it('sealPayrollReceipts seals each receipt once, and the stamp request sends this sealed document', async () => {
    const context = await newEmployer();
    const [first, receipt] = receiptsOf(2) as [Receipt, Receipt];
    const refs = await seal(context, [first, receipt]);
    const [earlier, documentRef] = refs.map((sealed) => sealed.documentRef!) as [string, string];
    // The PACs of an organization are read from a cache, so this stamp fills the cache in advance.
    await stampNext(context, first, earlier);
    const before = await stateOf(stamping, documentRef);
    const { orm, statements } = stamping.service.runtime;
    const begun = jest.spyOn(orm.em, 'fork');
    const single = jest.spyOn(statements, 'query');
    expect(await stampNext(context, receipt, documentRef)).toMatchObject({ status: 'valid' });
    // The first statement leases the key and pins the attempt, and the second statement ends the attempt.
    // Because there are only two statements, no row is locked between them.
    expect(single).toHaveBeenCalledTimes(2);
    expect(begun).not.toHaveBeenCalled();
    jest.restoreAllMocks();
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect(attempts).toMatchObject([{ id: before.attempts[0]!['id'], state: 'stamped' }]);
    expect(cfdi['sealed_xml']).toEqual(before.cfdi['sealed_xml']);
    expect(await eventsOf(stamping, documentRef)).toEqual(['stamped']);
    expect(await seal(context, [receipt])).toEqual([{ documentRef, issues: [] }]);
    expect((await stateOf(stamping, documentRef)).attempts).toHaveLength(1);
  });

  it('sealPayrollReceipts seals a receipt again under its folio if the PAC did not receive it', async () => {
    const context = await newEmployer();
    const [receipt] = receiptsOf(1) as [Receipt];
    const [{ documentRef = '' }] = (await seal(context, [receipt])) as [fiscalCfdi.SealedReceipt];
    for (const pac of stamping.pacs) pac.answers.push(unreachable);
    await expect(stampNext(context, receipt, documentRef)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    moveClock(stamping, 3_600);
    expect(await seal(context, [receipt])).toEqual([{ documentRef, issues: [] }]);
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect(attempts.map(({ state }) => state)).toEqual(['not_sent', 'sealed']);
    expect(cfdi).toMatchObject({ folio: '1', issued_local: '2026-11-21T09:59:00' });
    expect(await stampNext(context, receipt, documentRef)).toMatchObject({ status: 'valid' });
  });

  it('sealPayrollReceipts updates a rejected draft under its folio and recreates a deleted draft', async () => {
    const context = await newEmployer();
    const rowId = newId();
    const first = receiptOf(rowId);
    const [{ documentRef = '' }] = (await seal(context, [first])) as [fiscalCfdi.SealedReceipt];
    stamping.pacs[0].answers.push(rejects);
    await expect(stampNext(context, first, documentRef)).rejects.toMatchObject({
      code: 'conflict',
    });
    const second = receiptOf(rowId, '8000.00', { key: `payroll:${rowId}:stamp:2`, documentRef });
    expect(await seal(context, [second])).toEqual([{ documentRef, issues: [] }]);
    const { cfdi } = await stateOf(stamping, documentRef);
    expect(cfdi).toMatchObject({ folio: '1', stage: 'stamping', last_rejection: null });
    expect(String(cfdi['sealed_xml'])).toContain('TotalSueldos="8000.00"');
    expect((await seal(context, [{ ...second, key: 'payroll:other:stamp:1' }]))[0]!.issues).toEqual(
      [expect.objectContaining({ path: 'documentRef', code: 'stamping_in_progress' })],
    );
    stamping.pacs[0].answers.push(rejects);
    await expect(stampNext(context, second, documentRef)).rejects.toMatchObject({
      code: 'conflict',
    });
    await stamping.service.answer(deleteCfdi as never, context, { documentRef } as never);
    const third = { ...second, key: `payroll:${rowId}:stamp:3` };
    const [{ documentRef: again = '' }] = (await seal(context, [third])) as [
      fiscalCfdi.SealedReceipt,
    ];
    expect(again).not.toBe(documentRef);
    expect(await foliosOf(context)).toEqual([2]);
  });

  it('the key of a receipt stamps only the document that sealPayrollReceipts sealed', async () => {
    const context = await newEmployer();
    const receipt = receiptOf(newId());
    const [{ documentRef = '' }] = (await seal(context, [receipt])) as [fiscalCfdi.SealedReceipt];
    const notSealed = { code: 'provider_unavailable', details: { reason: 'not_sealed' } };
    const other = receiptOf(newId());
    for (const pac of stamping.pacs) pac.answers.push(unreachable);
    await expect(stampNext(context, receipt, documentRef)).rejects.toMatchObject({
      details: { reason: 'pac_unreachable' },
    });
    // The draft was released, so its later changes are not stamped under this key.
    await expect(stampNext(context, receipt, documentRef)).rejects.toMatchObject(notSealed);
    await expect(stampNext(context, other, documentRef)).rejects.toMatchObject(notSealed);
    await stamp(stamping, withKey(context, 'POST /v1/cfdi/stamp'), documentRef);
    await expect(stampNext(context, receipt, documentRef)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'not_a_draft' },
    });
    // If a user stamped the draft directly, that document is the receipt's only document.
    expect(await seal(context, [{ ...receipt, documentRef }])).toEqual([
      { documentRef, issues: [] },
    ]);
    const next = { ...receipt, key: `${receipt.key}0`, documentRef };
    expect(await seal(context, [next])).toEqual([{ documentRef, issues: [] }]);
  });

  it('sealed receipts stay sealed for as long as the longest payroll run takes, and are then released', async () => {
    const context = await newEmployer();
    const [receipt] = receiptsOf(1) as [Receipt];
    const [{ documentRef = '' }] = (await seal(context, [receipt])) as [fiscalCfdi.SealedReceipt];
    const others = 'update stamp_attempts set next_check_at = null where org_id <> $1';
    await stamping.service.rows(others, [context.organizationId]);
    moveClock(stamping, 5 * 3_600);
    await stamping.reconcile();
    expect((await stateOf(stamping, documentRef)).cfdi['stage']).toBe('stamping');
    moveClock(stamping, 6 * 3_600 + 1);
    await stamping.reconcile();
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['stage'], attempts[0]!['state']]).toEqual(['draft', 'not_sent']);
  });

  describe('sealing receipts again that were not sent in time', () => {
    /** Creates receipts that were sealed and then released, so that their drafts can be sealed again. */
    async function givenUp(context: CallContext, count: number) {
      moveClock(stamping, 0);
      const receipts = receiptsOf(count);
      const refs = (await seal(context, receipts)).map(({ documentRef }) => documentRef!);
      const others = 'update stamp_attempts set next_check_at = null where org_id <> $1';
      await stamping.service.rows(others, [context.organizationId]);
      moveClock(stamping, 6 * 3_600 + 1);
      await stamping.reconcile();
      return { receipts, refs };
    }

    /** Returns the number of database statements for sealing `count` receipts again. */
    async function statementsFor(count: number): Promise<number> {
      const context = await newEmployer();
      const { receipts, refs } = await givenUp(context, count);
      const query = jest.spyOn(Client.prototype, 'query');
      const again = await seal(context, receipts);
      const { length } = query.mock.calls;
      query.mockRestore();
      expect(again.map(({ documentRef }) => documentRef)).toEqual(refs);
      return length;
    }

    it('sealing many released receipts again takes as many statements as sealing two receipts', async () => {
      const few = await statementsFor(2);
      expect(few).toBeGreaterThan(5);
      expect(await statementsFor(12)).toBe(few);
    });

    it('each released receipt that is sealed again relates to the document that it replaces', async () => {
      const context = await newEmployer();
      const [earlier] = receiptsOf(1) as [Receipt];
      const [{ documentRef = '' }] = (await seal(context, [earlier])) as [fiscalCfdi.SealedReceipt];
      const { uuid } = await stampNext(context, earlier, documentRef);
      const { receipts, refs } = await givenUp(context, 3);
      const waiting = `insert into cancellations (org_id, id, version, document_kind, cfdi_id, motive,
          replacement_id, state, requested_by, actor, looks, created_at, next_check_at)
        values ($1, gen_random_uuid(), 1, 'cfdi', $2, '01', $3, 'requested', 'k', 'a', 0, now(), now())`;
      const ids = [documentRef, refs[1]!].map((ref) => ref.slice(5));
      await stamping.service.rows(waiting, [context.organizationId, ...ids]);
      await seal(context, receipts);
      const named = await Promise.all(
        refs.map(async (ref) => {
          const { cfdi } = await stateOf(stamping, ref);
          const { document } = parseDocument((cfdi['sealed_xml'] as Buffer).toString());
          return (document as { cfdiRelacionados?: unknown }).cfdiRelacionados;
        }),
      );
      const relation = { tipoRelacion: '04', cfdiRelacionado: [{ uuid }] };
      expect(named).toEqual([undefined, [relation], undefined]);
    });
  });

  it('sealPayrollReceipts seals as many receipts as the balance covers', async () => {
    const context = await newEmployer();
    const { organizationId } = context;
    Object.assign(providers(), { stampPrice: { amountMinor: 150, topUpUrl: 'https://x.test' } });
    await topUpWallet(stamping.service.runtime as never, { organizationId, amountMinor: 400 });
    const receipts = receiptsOf(3);
    const sealed = await seal(context, receipts);
    expect(sealed.map(({ documentRef }) => documentRef !== undefined)).toEqual([true, true, false]);
    expect(sealed[2]!.issues).toMatchObject([{ code: 'api_wallet_insufficient' }]);
    expect(await foliosOf(context)).toEqual([1, 2]);
    const sql = `select amount_minor::int as amount, balance_minor::int as balance,
      reserved_minor::int as reserved from wallet_transactions
      where org_id = $1 and kind = 'reserve' order by id`;
    expect(await stamping.service.rows(sql, [organizationId])).toEqual([
      { amount: 150, balance: 250, reserved: 150 },
      { amount: 150, balance: 100, reserved: 300 },
    ]);
    await stampNext(context, receipts[0]!, sealed[0]!.documentRef!);
    const wallet = 'select balance_minor::int, reserved_minor::int from wallets where org_id = $1';
    expect(await stamping.service.rows(wallet, [organizationId])).toEqual([
      { balance_minor: 100, reserved_minor: 150 },
    ]);
  });

  it('sealPayrollReceipts does not find drafts or keys of another organization', async () => {
    const [stranger, context] = [await newEmployer(), await newEmployer()];
    const [theirs] = receiptsOf(1) as [Receipt];
    const [{ documentRef = '' }] = (await seal(stranger, [theirs])) as [fiscalCfdi.SealedReceipt];
    moveClock(stamping, 1);
    const [own] = await seal(context, [{ ...theirs, documentRef }]);
    expect(own!.documentRef).not.toBe(documentRef);
    expect((await stateOf(stamping, documentRef)).attempts).toHaveLength(1);
    expect(await foliosOf(context)).toEqual([1]);
  });

  it('sealPayrollReceipts refuses all receipts while sealing is not possible', async () => {
    const reasonOf = (context: CallContext) =>
      seal(context, receiptsOf(1)).catch((error) => error.details.reason as string);
    expect(await reasonOf(callContext())).toBe('fiscal_profile_missing');
    expect(await reasonOf(await newOrganization(stamping))).toBe('certificate_missing');
    const context = await newEmployer();
    stamping.clock.aheadMs = 300_000;
    expect(await reasonOf(context)).toBe('clock_skewed');
    stamping.clock.aheadMs = 0;
    const [twice] = receiptsOf(1) as [Receipt];
    await expect(seal(context, [twice, twice])).rejects.toMatchObject({ code: 'validation_error' });
  });
});
