import { commerce, type fiscalCfdi } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { onSalesReceipts } from '../src/events/on-sales-receipt';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { reverseAccountTransaction } from '../src/operations/reverse-account-transaction';
import {
  booksOf, canceled, cfdiOf, complementOf, creditNoteOf, openBalanceOf, startAccounts, deliverCfdi,
  violationsOf,
} from './accounts'; // prettier-ignore

let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts()));
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

const customerId = '01890000-0000-7000-8000-000000000000';
const d = (amount: number) => Decimal.from(amount);
const plain = (amount: Decimal) => amount.trimmed().toString();

/** A sale on credit with its later events, and the cash that was received and paid back. */
class Sale {
  readonly receiptId = newId();
  readonly queue: fiscalCfdi.Cfdi[] = [];
  version = 0;
  status = 'open';
  refunded = Decimal.zero;
  invoice: fiscalCfdi.Cfdi | undefined;
  /** The CFDI of the sale, without canceled CFDI. */
  papers: fiscalCfdi.Cfdi[] = [];
  /** Refunds of the invoice whose credit notes are not stamped. */
  unstamped: Decimal[] = [];
  came = Decimal.zero;
  left = Decimal.zero;
  /** Recorded payments that no complement reports yet. */
  uncertified = Decimal.zero;
  payments: string[] = [];

  constructor(
    readonly context: CallContext,
    readonly total: Decimal,
  ) {}

  get rest(): Decimal {
    return this.total.minus(this.refunded);
  }

  async deliverReceipt(changes: Partial<commerce.SalesReceipt> = {}): Promise<void> {
    this.version += 1;
    const receipt: commerce.SalesReceipt = {
      receiptId: this.receiptId,
      version: this.version,
      status: this.status,
      saleType: 'credit',
      folio: 'M-1',
      businessDate: '2026-11-10',
      customerId,
      createdAt: '2026-11-10T10:00:00Z',
      total: plain(this.total),
      refundedTotal: '0',
      payments: [],
      invoiceRequested: false,
      lines: [],
      taxes: [],
      settlementTerms: undefined,
      refund: undefined,
      ...changes,
    };
    const payload = commerce.SalesReceipt.encode(receipt).finish();
    const event = { id: newId(), aggregateId: this.receiptId, payload } as ReceivedEvent;
    // The event is delivered twice, and the second delivery changes nothing.
    for (const _ of [1, 2]) {
      await createRun(service.runtime, this.context).step((tx) => onSalesReceipts([event], tx));
    }
  }

  /**
   * Delivers the next event of fiscal-cfdi about the sale. Events of fiscal-cfdi arrive later than events
   * of commerce, but in the order in which they were emitted.
   */
  async deliver(): Promise<void> {
    const next = this.queue.shift();
    if (next) await deliverCfdi(service, this.context, next);
  }

  async deliverAll(): Promise<void> {
    while (this.queue.length > 0) await this.deliver();
  }

  async makeInvoice(): Promise<void> {
    if (this.status !== 'open' || !this.rest.isPositive()) return;
    const origin = { key: newId(), receiptCount: 1 };
    this.invoice = cfdiOf({ customerId, total: plain(this.rest), origin });
    this.status = 'invoiced';
    this.queue.push(this.invoice);
    await this.deliverReceipt({ invoiceCfdiId: this.invoice.cfdiId });
  }

  /**
   * Pays an amount of the sale on credit. All events of the contact's documents are delivered first,
   * because a payment reads these documents from fiscal-cfdi (decision 0410).
   */
  async pay(amount: Decimal): Promise<void> {
    await this.deliverAll();
    const { open } = await this.books();
    const { transactionId } = await service.answer(recordReceivablePayment, this.context, {
      customerId,
      payment: {
        amount: plain(amount),
        currency: 'MXN',
        formCode: '01',
        paidOn: '2026-11-20',
        applications: [],
        source: 'money',
        useCredit: false,
      },
    });
    this.payments.push(transactionId as string);
    this.came = this.came.plus(amount);
    this.uncertified = this.uncertified.plus(Decimal.min(amount, open));
  }

  /** Refunds an amount, at most the part of the sale that is not refunded yet. */
  async refund(asked: Decimal, method: string): Promise<void> {
    const amount = Decimal.min(asked, this.rest);
    if (this.status === 'canceled' || !amount.isPositive()) return;
    const open = await this.owed();
    if (method === 'cash_back') {
      this.left = this.left.plus(Decimal.max(Decimal.zero, amount.minus(open)));
    }
    this.refunded = this.refunded.plus(amount);
    if (this.invoice) this.unstamped.push(amount);
    const refund = { refundId: newId(), businessDate: '2026-11-12', total: plain(amount), method };
    await this.deliverReceipt({ refund: { ...refund, restocked: true, lines: [], taxes: [] } });
  }

  stampNote(): void {
    const amount = this.unstamped.pop();
    if (!this.invoice || !amount) return;
    const origin = { key: newId(), receiptCount: 1 };
    this.add(creditNoteOf([this.invoice.uuid!], plain(amount), { customerId, origin }));
  }

  stampComplement(): void {
    if (!this.invoice || !this.uncertified.isPositive()) return;
    const paid = { uuid: this.invoice.uuid!, amount: plain(this.uncertified) };
    this.add(complementOf([paid], { customerId }));
    this.uncertified = Decimal.zero;
  }

  private add(paper: fiscalCfdi.Cfdi): void {
    this.papers.push(paper);
    this.queue.push(paper);
  }

  /** Cancels the invoice together with its complements and credit notes. */
  async cancelInvoice(): Promise<void> {
    if (!this.invoice) return;
    this.queue.push(...[...this.papers, this.invoice].map(canceled));
    [this.papers, this.unstamped, this.invoice] = [[], [], undefined];
    this.uncertified = Decimal.zero;
    this.status = 'open';
    await this.deliverReceipt();
  }

  async cancel(): Promise<void> {
    if (this.status !== 'open' || this.refunded.isPositive()) return;
    this.status = 'canceled';
    await this.deliverReceipt();
  }

  /** Returns the open balance of the receipt or of its invoice from the API's response. */
  private async owed(): Promise<Decimal> {
    const ref = this.invoice ? `cfdi:${this.invoice.cfdiId}` : '';
    return Decimal.sum(
      Object.entries(await booksOf(service, this.context)).flatMap(([account, amount]) =>
        account.endsWith(this.receiptId) || (ref && account.endsWith(ref)) ? [d(amount)] : [],
      ),
    );
  }

  async books() {
    const books = await booksOf(service, this.context);
    const sum = (name: RegExp) =>
      Decimal.sum(Object.keys(books).flatMap((key) => (name.test(key) ? [d(books[key]!)] : [])));
    return {
      open: sum(/^(receivable|uncertified):/),
      credit: sum(/^credit:/).negated(),
      collected: sum(/^collected$/),
    };
  }

  /**
   * Checks that the money paid back and the credit never exceed the received money. The check is skipped
   * while the cancellation event of an invoice has not arrived, because the invoice and its receipt are
   * then both open. Skipping the check is harmless, because a payment reads fiscal-cfdi before it uses
   * credit.
   */
  async check(): Promise<void> {
    if (this.queue.some(({ status }) => status === 'canceled')) return;
    const { credit, collected } = await this.books();
    expect(this.left.plus(credit).lessOrEqual(this.came)).toBe(true);
    if (this.queue.length > 0) return;
    expect(plain(collected)).toBe(plain(this.came.minus(this.left)));
  }

  /** Checks that the debt minus the credit equals the unpaid sales. */
  async checkEnd(): Promise<void> {
    await this.deliverAll();
    await this.check();
    const { open, credit } = await this.books();
    const sold = this.status === 'canceled' ? Decimal.zero : this.rest;
    expect(plain(open.minus(credit))).toBe(plain(sold.minus(this.came).plus(this.left)));
  }
}

const pesos = fc
  .integer({ min: 1, max: 60_000 })
  .map((cents) => d(cents).times(Decimal.from('0.01')));
const anyStep = fc.oneof(
  fc.constant({ do: 'makeInvoice' as const }),
  fc.constant({ do: 'deliver' as const }),
  fc.constant({ do: 'stampComplement' as const }),
  fc.constant({ do: 'stampNote' as const }),
  fc.constant({ do: 'cancelInvoice' as const }),
  fc.constant({ do: 'cancel' as const }),
  fc.record({ do: fc.constant('pay' as const), amount: pesos }),
  fc.record({
    do: fc.constant('refund' as const),
    amount: pesos,
    method: fc.constantFrom('cash_back', 'credit'),
  }),
);

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

function take(sale: Sale, step: Step): Promise<void> | void {
  if (step.do === 'pay') return sale.pay(step.amount);
  if (step.do === 'refund') return sale.refund(step.amount, step.method);
  return sale[step.do]();
}

async function sold(total = 580): Promise<Sale> {
  const sale = new Sale(callContext(), d(total));
  await sale.deliverReceipt();
  return sale;
}

it('money paid back and credit never exceed the received money, for any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 12 }), async (steps) => {
      const sale = await sold();
      for (const step of steps) {
        await take(sale, step);
        await sale.check();
      }
      await sale.checkEnd();
    }),
    { numRuns: 120 },
  );
}, 240_000);

describe('refunding in money an invoiced sale on credit', () => {
  it('a refund in money leaves no credit, before and after the stamp of its credit note', async () => {
    const sale = await sold();
    await sale.makeInvoice();
    const ref = `cfdi:${sale.invoice!.cfdiId}`;
    await sale.deliverAll();
    await sale.pay(d(580));
    await sale.refund(d(580), 'cash_back');
    expect(await openBalanceOf(service, sale.context, ref)).toEqual([580, 580, 0, false]);
    expect(await booksOf(service, sale.context)).toMatchObject({ sales: -580, returns: 580 });
    sale.stampNote();
    await sale.checkEnd();
    expect(await booksOf(service, sale.context)).toEqual({ sales: -580, returns: 580 });
    expect(await openBalanceOf(service, sale.context, ref)).toEqual([0, 0, 0, false]);
  });

  it('a refund in money only lowers the open balance of an invoiced sale if nothing was paid', async () => {
    const sale = await sold();
    await sale.makeInvoice();
    const ref = `cfdi:${sale.invoice!.cfdiId}`;
    await sale.deliverAll();
    await sale.refund(d(580), 'cash_back');
    expect(await openBalanceOf(service, sale.context, ref)).toEqual([580, 580, 0, false]);
    await sale.pay(d(580));
    sale.stampNote();
    await sale.checkEnd();
    expect(await booksOf(service, sale.context)).toEqual({
      sales: -580,
      returns: 580,
      collected: 580,
      [`credit:${customerId}`]: -580,
    });
  });

  it('a refund in money counts only once if a user made its credit note', async () => {
    const sale = await sold();
    await sale.makeInvoice();
    await sale.deliverAll();
    await sale.pay(d(580));
    await sale.refund(d(100), 'cash_back');
    await deliverCfdi(
      service,
      sale.context,
      creditNoteOf([sale.invoice!.uuid!], '100', { customerId }),
    );
    expect(await booksOf(service, sale.context)).not.toHaveProperty(`credit:${customerId}`);
  });

  it('a refund in money lowers the replacing invoice, and only this invoice has the balance of the sale', async () => {
    const sale = await sold();
    await sale.makeInvoice();
    const first = sale.invoice!;
    await sale.deliverAll();
    await sale.refund(d(100), 'cash_back');
    const second = cfdiOf({ customerId, total: '580' });
    await deliverCfdi(service, sale.context, second);
    await deliverCfdi(service, sale.context, canceled(first));
    await sale.deliverReceipt({ invoiceCfdiId: second.cfdiId });
    const balance = await openBalanceOf(service, sale.context, `cfdi:${second.cfdiId}`);
    expect(balance).toEqual([580, 100, 480, false]);
    expect(plain((await sale.books()).open)).toBe('480');
  });

  it('a refund in money leaves the sale owed again if the payment of the sale is reversed', async () => {
    const sale = await sold();
    await sale.makeInvoice();
    await sale.deliverAll();
    await sale.pay(d(580));
    await sale.refund(d(580), 'cash_back');
    await service.answer(reverseAccountTransaction, sale.context, {
      transactionId: sale.payments[0]!,
      reason: 'bounced',
      sides: ['receivable'],
    });
    const { open, credit } = await sale.books();
    expect([plain(open), plain(credit)]).toEqual(['580', '0']);
  });
});

describe('refunding in money before the sale is invoiced', () => {
  it('money that was paid back before the invoice is not changed when the invoice takes over the receipt or is canceled', async () => {
    const sale = await sold();
    await sale.pay(d(580));
    await sale.refund(d(200), 'cash_back');
    const paidBack = { sales: -580, returns: 200, collected: 380 };
    expect(await booksOf(service, sale.context)).toEqual(paidBack);
    await sale.makeInvoice();
    await sale.deliverAll();
    expect((await sale.books()).credit.isZero()).toBe(true);
    await sale.cancelInvoice();
    await sale.checkEnd();
    expect(await booksOf(service, sale.context)).toEqual(paidBack);
  });

  it('a refund in money before the invoice is not subtracted from money that is received later', async () => {
    const sale = await sold();
    await sale.refund(d(200), 'cash_back');
    await sale.pay(d(380));
    await sale.refund(d(100), 'credit');
    expect(await booksOf(service, sale.context)).toEqual({
      sales: -580,
      returns: 300,
      collected: 380,
      [`credit:${customerId}`]: -100,
    });
  });
});
