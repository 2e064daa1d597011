import { documentRef } from '@timbre/fiscal';
import { conflict, invalid, newId, notFound, unavailable, type CallContext } from '@timbre/kit';
import { callContext, testPool, withKey, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import type { ComplementDraft } from '../src/domain/complement';
import type { DraftedComplement, PaymentComplements } from '../src/domain/ports';
import { createComplementMaker } from '../src/jobs/make-complements';
import { getAccountTransaction } from '../src/operations/get-account-transaction';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import {
  canceled, cfdiOf, complementOf, openBalanceOf, startAccounts, deliverCfdi, violationsOf, type Elsewhere,
} from './accounts'; // prettier-ignore

/** A simulated fiscal-cfdi for complements, which stores the response for each idempotency key. */
class Papers implements PaymentComplements<CallContext> {
  readonly drafts = new Map<string, ComplementDraft>();
  readonly stamped = new Set<string>();
  private readonly answers = new Map<string, DraftedComplement>();
  /** The content digest of each existing draft, by reference. */
  private readonly versions = new Map<string, string>();
  /** Hooks that run once before a call to the simulated fiscal-cfdi. */
  readonly before: Partial<Record<'suggest' | 'draft' | 'stamp' | 'remove', () => unknown>> = {};
  /** Hooks that run once after a call to the simulated fiscal-cfdi took effect. */
  readonly after: Partial<Record<'draft' | 'stamp' | 'remove', () => unknown>> = {};

  constructor(private readonly cfdi: Elsewhere['cfdi']) {}

  private async once(on: 'before' | 'after', name: 'suggest' | 'draft' | 'stamp' | 'remove') {
    const hooks = this[on] as Partial<Record<typeof name, () => unknown>>;
    const hook = hooks[name];
    delete hooks[name];
    await hook?.();
  }

  async suggest(_: CallContext, __: string, invoices: readonly { uuid: string; amount: string }[]) {
    await this.once('before', 'suggest');
    return invoices.map(({ uuid, amount }) => {
      const paid = [...this.cfdi.values()].flatMap((one) =>
        one.paidDocuments.filter((part) => part.uuid === uuid),
      );
      const { total, currency } = [...this.cfdi.values()].find((one) => one.uuid === uuid)!;
      const left = paid.reduce((sum, part) => sum - Number(part.amount), Number(total));
      const installment = paid.length + 1;
      return { uuid, amount, currency, installment, previousBalance: String(left) };
    });
  }

  async draft({ idempotency }: CallContext, draft: ComplementDraft, replaced: string | null) {
    await this.once('before', 'draft');
    const known = this.answers.get(idempotency!.key);
    if (known) return known;
    const reference = replaced ?? documentRef('cfdi', newId());
    const drafted = { documentRef: reference, version: newId() };
    this.change(reference, draft, drafted.version);
    this.answers.set(idempotency!.key, drafted);
    await this.once('after', 'draft');
    return drafted;
  }

  /** Replaces the content of a draft, as a client of fiscal-cfdi would. */
  change(reference: string, draft: ComplementDraft, version = newId()) {
    this.drafts.set(reference, draft);
    this.versions.set(reference, version);
  }

  async stamp({ idempotency }: CallContext, drafted: DraftedComplement) {
    await this.once('before', 'stamp');
    const { documentRef: reference, version } = drafted;
    if (this.answers.has(idempotency!.key)) return;
    if (this.versions.get(reference) !== version) throw conflict('Changed.', 'document_changed');
    this.answers.set(idempotency!.key, drafted);
    if (this.stamped.has(reference)) throw new Error('stamped twice');
    this.stamped.add(reference);
    const { documents, customerId } = this.drafts.get(reference)!;
    const cfdiId = reference.slice('cfdi:'.length);
    const paid = documents.map(({ uuid, amount }) => ({ uuid, amount }));
    this.cfdi.set(cfdiId, complementOf(paid, { cfdiId, customerId }));
    await this.once('after', 'stamp');
  }

  async remove(_: CallContext, reference: string) {
    await this.once('before', 'remove');
    if (!this.drafts.delete(reference)) throw notFound('cfdi');
    await this.once('after', 'remove');
  }
}

const elsewhere: Elsewhere = { cfdi: new Map(), contacts: new Map() };
let papers: Papers;
let service: ServiceRuntime;
let systemPool: Pool;
beforeAll(async () => {
  const now: PaymentComplements<CallContext> = {
    suggest: (...args) => papers.suggest(...args),
    draft: (...args) => papers.draft(...args),
    stamp: (...args) => papers.stamp(...args),
    remove: (...args) => papers.remove(...args),
  };
  service = await startAccounts({ ...elsewhere, complements: now });
  systemPool = testPool(service.database.systemUrl, 1);
});
afterAll(async () => {
  await systemPool.end();
  await service.close();
});
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
let customerId: string;
beforeEach(() => {
  context = callContext();
  customerId = newId();
  papers = new Papers(elsewhere.cfdi);
});

interface Shown {
  transactionId: string;
  complementDocumentRef?: string;
  complement?: { status: string; issues?: { path: unknown[]; code: string }[]; nextStep?: string };
}

const pay = (changes: object = {}, by = context) =>
  service.answer(recordReceivablePayment, by, {
    customerId,
    payment: {
      amount: '580',
      currency: 'MXN',
      formCode: '03',
      paidOn: '2026-11-20',
      source: 'money',
      applications: [],
      useCredit: false,
      complement: 'stamp',
      reference: 'SPEI 881',
      ...changes,
    },
  }) as Promise<unknown> as Promise<Shown>;

const shown = (transactionId: string) =>
  service.answer(getAccountTransaction, context, {
    transactionId,
    sides: ['receivable'],
  }) as Promise<unknown> as Promise<Shown>;

async function owing(changes: Parameters<typeof cfdiOf>[0] = {}) {
  const owed = cfdiOf({ customerId, ...changes });
  elsewhere.cfdi.set(owed.cfdiId, owed);
  await deliverCfdi(service, context, owed);
  return owed;
}
const balance = (cfdiId: string) => openBalanceOf(service, context, `cfdi:${cfdiId}`);
const paymentsCount = async () => {
  const sql = 'select 1 from payments where org_id = $1';
  return (await service.rows(sql, [context.organizationId])).length;
};
/** Runs the complement job as if all its work were due now. */
async function work(): Promise<void> {
  await service.rows(
    `update payment_complements set due_at = '2026-01-01' where org_id = $1 and due_at is not null`,
    [context.organizationId],
  );
  const job = createComplementMaker({ runtime: service.runtime as never, systemPool });
  await job.pass();
  await job.stop();
}
const oneOf = <Value>(values: Iterable<Value>): Value => {
  const all = [...values];
  expect(all).toHaveLength(1);
  return all[0]!;
};

describe('making the complement of a payment', () => {
  it('the complement of a payment is drafted and stamped by the request that records the payment, and the money counts once', async () => {
    const owed = await owing();
    const paid = await pay();
    expect(paid).toMatchObject({ amount: -580, complement: { status: 'stamped' } });
    const [reference, draft] = oneOf(papers.drafts);
    expect(paid.complementDocumentRef).toBe(reference);
    expect(draft).toMatchObject({
      customerId,
      currency: 'MXN',
      formCode: '03',
      operationNumber: 'SPEI 881',
      paidLocalDateTime: '2026-11-20T12:00:00',
      documents: [{ uuid: owed.uuid, amount: '580', installment: 1, previousBalance: '1160' }],
    });
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
    await deliverCfdi(service, context, canceled(elsewhere.cfdi.get(reference.slice(5))!));
    expect(await shown(paid.transactionId)).toMatchObject({ complement: { status: 'canceled' } });
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
  });

  it('the complement of a payment stays a draft until a user stamps it', async () => {
    const owed = await owing();
    const paid = await pay({ complement: 'draft' });
    expect(paid.complement).toEqual({ status: 'drafted' });
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
    const cfdiId = oneOf(papers.drafts.keys()).slice(5);
    await deliverCfdi(
      service,
      context,
      complementOf([{ uuid: owed.uuid!, amount: '580' }], { cfdiId }),
    );
    expect((await shown(paid.transactionId)).complement).toEqual({ status: 'stamped' });
  });

  it('the complement of a payment reports all invoices that the payment covers in one document', async () => {
    const [one, other] = [await owing({ total: '100' }), await owing({ total: '200' })];
    await pay({ amount: '250' });
    const { documents } = oneOf(papers.drafts.values());
    expect(documents.map(({ uuid }) => uuid).sort()).toEqual([one.uuid, other.uuid].sort());
    expect(documents.map(({ amount }) => Number(amount)).sort()).toEqual([100, 150]);
  });

  it('no complement is made if the payment covers no invoice', async () => {
    await owing({ methodCode: 'PUE' });
    const paid = await pay();
    expect(paid.complement).toEqual({ status: 'not_needed' });
    expect(paid.complementDocumentRef).toBeUndefined();
    expect(papers.drafts.size).toBe(0);
  });

  it('the complement of a payment states the amount in the currency of the payment, and the exchange rate', async () => {
    const owed = await owing({ currency: 'USD', total: '1000' });
    const received = { currency: 'MXN', amount: '17500' };
    await pay({ currency: 'USD', amount: '1000', received });
    expect(oneOf(papers.drafts.values())).toMatchObject({
      currency: 'MXN',
      documents: [{ uuid: owed.uuid, currency: 'USD', exchangeRate: '0.0571428571' }],
    });
    await owing({ currency: 'EUR', total: '900' });
    papers = new Papers(elsewhere.cfdi);
    const dollars = { currency: 'USD', amount: '1000' };
    await pay({ currency: 'EUR', amount: '900', received: dollars, exchangeRate: '17.5' });
    expect(oneOf(papers.drafts.values())).toMatchObject({
      currency: 'USD',
      exchangeRate: '17.5',
      documents: [{ currency: 'EUR', exchangeRate: '0.9' }],
    });
  });

  it('a complement matches the payment for which it was made, even if another payment has the same amount', async () => {
    const owed = await owing();
    const earlier = await pay({ amount: '300', complement: 'none', paidOn: '2026-11-12' });
    const own = await pay({ amount: '300' });
    const reference = oneOf(papers.drafts.keys());
    expect((await shown(own.transactionId)).complementDocumentRef).toBe(reference);
    expect((await shown(earlier.transactionId)).complementDocumentRef).toBeUndefined();
    const later = complementOf([{ uuid: owed.uuid!, amount: '300' }]);
    await deliverCfdi(service, context, later);
    expect((await shown(earlier.transactionId)).complementDocumentRef).toBe(`cfdi:${later.cfdiId}`);
    expect(await balance(owed.cfdiId)).toEqual([560, 0, 560, false]);
  });

  it('the complement of a payment is drafted again if another complement of the invoice is stamped first', async () => {
    await owing();
    const overtaken = { path: ['payment'], code: 'installment_not_next', message: '' };
    papers.before.stamp = () => {
      throw conflict('', 'draft_invalid', [overtaken]);
    };
    expect(await pay()).toMatchObject({ complement: { status: 'stamped' } });
    expect(papers.drafts.size).toBe(1);
  });
});

describe('making a complement that is refused', () => {
  const issue = { path: ['customerId'], code: 'rfc_missing', message: 'The customer has no RFC.' };

  it('a refused complement does not undo its payment, and the response shows the reason and the remedy', async () => {
    const owed = await owing();
    papers.before.draft = () => {
      throw invalid([issue]);
    };
    const paid = await pay();
    expect(paid.complement).toMatchObject({ status: 'failed', issues: [issue] });
    expect(paid.complement!.nextStep).toMatch('POST /v1/cfdi');
    expect(await balance(owed.cfdiId)).toEqual([1160, 580, 580, false]);
    const made = complementOf([{ uuid: owed.uuid!, amount: '580' }]);
    await deliverCfdi(service, context, made);
    expect(await shown(paid.transactionId)).toMatchObject({
      complementDocumentRef: `cfdi:${made.cfdiId}`,
      complement: { status: 'stamped' },
    });
  });

  it('a complement whose stamp is refused stays a draft until a user deletes the draft', async () => {
    await owing();
    papers.before.stamp = () => {
      throw conflict('No stamps are left.', 'stamp_rejected');
    };
    const paid = await pay();
    expect(paid.complement).toMatchObject({
      status: 'drafted',
      issues: [{ path: [], code: 'stamp_rejected' }],
      nextStep: expect.stringContaining(`POST /v1/cfdi/${paid.complementDocumentRef}/stamp`),
    });
    const cfdiId = paid.complementDocumentRef!.slice(5);
    const draft = { ...complementOf([]), cfdiId, status: 'draft', uuid: undefined };
    await deliverCfdi(service, context, draft, { subject: 'fiscal_cfdi.cfdi.deleted' });
    const left = await shown(paid.transactionId);
    expect(left.complement).toEqual({ status: 'deleted' });
    expect(left.complementDocumentRef).toBeUndefined();
  });

  const reverse = (transactionId: string) =>
    service.answer(reverseAccountTransaction, context, {
      transactionId,
      sides: ['receivable'],
      reason: 'Devuelto',
    });

  it.each([
    ['in one attempt', () => undefined],
    [
      'also if the answer is lost',
      () =>
        (papers.after.remove = () => {
          throw unavailable('killed');
        }),
    ],
    [
      'also if somebody deletes it at the same time',
      () => (papers.before.remove = () => papers.drafts.clear()),
    ],
  ])('a drafted complement is deleted when its payment is reversed, %s', async (_, hinder) => {
    const owed = await owing();
    const { transactionId } = await pay({ complement: 'draft' });
    expect(papers.drafts.size).toBe(1);
    hinder();
    await reverse(transactionId);
    await work();
    await work();
    expect(papers.drafts.size).toBe(0);
    const left = await shown(transactionId);
    expect(left.complement).toEqual({ status: 'deleted' });
    expect(left.complementDocumentRef).toBeUndefined();
    expect(await balance(owed.cfdiId)).toEqual([1160, 0, 1160, false]);
  });

  it('a draft is deleted if its payment was reversed while the draft was made', async () => {
    await owing();
    const { promise: drafting, resolve: drafted } = Promise.withResolvers<void>();
    papers.after.draft = () => drafting;
    const paying = pay({ complement: 'draft' });
    while (papers.drafts.size === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const [{ id }] = (await service.rows<{ id: string }>(
      'select payment_id as id from payment_complements where org_id = $1',
      [context.organizationId],
    )) as [{ id: string }];
    await reverse(id);
    drafted();
    await paying;
    await work();
    expect(papers.drafts.size).toBe(0);
    expect((await shown(id)).complement).toEqual({ status: 'deleted' });
  });

  it('a reversed payment shows why the draft of its complement was not deleted', async () => {
    await owing();
    const { transactionId, complementDocumentRef } = await pay({ complement: 'draft' });
    papers.before.remove = () => {
      throw conflict('It is being stamped.', 'not_a_draft');
    };
    await reverse(transactionId);
    await work();
    expect((await shown(transactionId)).complement).toEqual({
      status: 'drafted',
      issues: [expect.objectContaining({ code: 'not_a_draft' })],
      nextStep: expect.stringContaining(`DELETE /v1/cfdi/${complementDocumentRef}`),
    });
    await work();
    expect(papers.drafts.size).toBe(1);
  });

  it('no complement is made for a payment that was just reversed', async () => {
    await owing();
    papers.before.suggest = () => {
      throw unavailable('nobody there');
    };
    const { transactionId } = await pay();
    await reverse(transactionId);
    await work();
    expect((await shown(transactionId)).complement).toMatchObject({
      status: 'failed',
      issues: [{ code: 'payment_reversed' }],
    });
    expect(papers.drafts.size).toBe(0);
  });

  it('a complement that was stamped while its payment was reversed matches the payment, and the balance needs a review', async () => {
    const { cfdiId } = await owing();
    papers.before.stamp = async () => {
      const sql = 'select id from payments where org_id = $1';
      const { id: transactionId } = oneOf(
        await service.rows<{ id: string }>(sql, [context.organizationId]),
      );
      const reversal = { transactionId, sides: ['receivable'], reason: 'Devuelto' };
      await service.answer(reverseAccountTransaction, context, reversal);
    };
    const { complementDocumentRef } = await pay();
    expect(await balance(cfdiId)).toEqual([580, 0, 580, true]);
    const paper = elsewhere.cfdi.get(complementDocumentRef!.slice('cfdi:'.length))!;
    await deliverCfdi(service, context, canceled(paper));
    expect(await balance(cfdiId)).toEqual([1160, 0, 1160, false]);
  });

  it.each([
    [{ source: 'credit', formCode: undefined }, ['complement: complement_of_credit']],
    [{ currency: 'USD' }, ['exchangeRate: exchange_rate_missing']],
    [{ exchangeRate: '17.5' }, ['exchangeRate: exchange_rate_not_allowed']],
    [{ received: { currency: 'MXN', amount: '1' } }, ['received.currency: currencies_equal']],
    [
      { received: { currency: 'JPY', amount: '1.5' }, exchangeRate: '0.12' },
      ['received.amount: too_many_decimals'],
    ],
    [{ complement: 'none', exchangeRate: '17.5' }, ['exchangeRate: complement_not_asked']],
  ])(
    'a complement that cannot be made is refused before the payment: %j',
    async (changes, wrong) => {
      await owing();
      const refused = await pay(changes).then(
        () => undefined,
        (error: { details: { issues: { path: string[]; code: string }[] } }) => error,
      );
      expect(refused!.details.issues.map(({ path, code }) => `${path.join('.')}: ${code}`)).toEqual(
        wrong,
      );
      expect(await paymentsCount()).toBe(0);
    },
  );
});

describe('recording a payment after an interrupted request', () => {
  const dies = () => {
    throw unavailable('killed');
  };

  it.each([
    ['before the draft', 'before', 'draft'],
    ['after the draft', 'after', 'draft'],
    ['before the stamp', 'before', 'stamp'],
    ['after the stamp', 'after', 'stamp'],
  ] as const)('an interrupted call is finished by the job: %s', async (_, when, name) => {
    const owed = await owing();
    papers[when][name as 'draft'] = dies;
    const paid = await pay();
    expect(paid.complement).toEqual({ status: 'processing' });
    await work();
    const after = await shown(paid.transactionId);
    expect(after.complement).toEqual({ status: 'stamped' });
    expect(oneOf(papers.drafts.keys())).toBe(after.complementDocumentRef);
    expect(papers.stamped.size).toBe(1);
    expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
  });

  it('a request that an internal error interrupts returns no response, and a repeated request continues with the same payment', async () => {
    await owing();
    const keyed = withKey(context, 'POST /v1/payments');
    papers.before.draft = () => {
      throw new TypeError('a bug');
    };
    await expect(pay({}, keyed)).rejects.toThrow('a bug');
    expect((await pay({}, keyed)).complement).toEqual({ status: 'stamped' });
    expect(await paymentsCount()).toBe(1);
  });

  it('an interrupted request records the payment only once, even if it is repeated many times', async () => {
    await owing();
    const keyed = withKey(context, 'POST /v1/payments');
    // In this test, the process stops after it has recorded the payment, and the lease of the
    // idempotency key then expires.
    const { promise: killed, reject: kill } = Promise.withResolvers<never>();
    const isRecorded = Promise.withResolvers<void>();
    papers.before.suggest = () => {
      isRecorded.resolve();
      return killed;
    };
    const first = pay({}, keyed);
    await isRecorded.promise;
    expect(await paymentsCount()).toBe(1);
    await service.rows(
      `update idempotency set lease_until = now() - interval '1 second' where org_id = $1`,
      [context.organizationId],
    );
    const again = await pay({}, keyed);
    expect(again.complement).toEqual({ status: 'stamped' });
    expect(await pay({}, keyed)).toEqual(again);
    kill(unavailable('killed'));
    expect(await first).toEqual(again);
    expect(await paymentsCount()).toBe(1);
    expect(papers.stamped.size).toBe(1);
  });
});

describe('stamping a draft that a client has changed', () => {
  it.each([
    ['at once', () => undefined],
    ['once the job goes on', () => Promise.reject(unavailable('killed'))],
  ])(
    'a draft that a client changes before its stamp is drafted again from the payment and stamped, %s',
    async (_, dies) => {
      const owed = await owing();
      papers.before.stamp = () => {
        const [reference, draft] = oneOf(papers.drafts);
        papers.change(reference, { ...draft, formCode: '99', documents: [] });
        return dies();
      };
      const { transactionId } = await pay();
      await work();
      const [reference, draft] = oneOf(papers.drafts);
      expect(draft).toMatchObject({ formCode: '03', documents: [{ uuid: owed.uuid }] });
      expect([...papers.stamped]).toEqual([reference]);
      expect((await shown(transactionId)).complement).toEqual({ status: 'stamped' });
      expect(await balance(owed.cfdiId)).toEqual([580, 0, 580, false]);
    },
  );
});
