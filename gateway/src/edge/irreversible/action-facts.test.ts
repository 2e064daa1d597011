import { Decimal } from '@timbre/fiscal';
import { conflict } from '@timbre/kit';
import { actionFacts, type Given, type Seen } from './action-facts';
import { operations } from '../operations';

const rowOf = (operation: string | undefined) => operations.find(({ id }) => id === operation)!;

/**
 * Returns the facts of an action on a document, which is read through the document's own operation.
 */
const facts = (operation: string, given: Given, document?: Given, owner?: Partial<Seen>) => {
  const action = rowOf(operation).irreversible!;
  const reader = action.read?.operation.id;
  const subject = document && rowOf(reader).subject!(document as never);
  const { amount, ...rest } = actionFacts(action, given, { subject, ...owner });
  return { ...rest, amount: amount === 'unknown' ? amount : amount?.trimmed().toString() };
};

const receipt = { category: 'sales_receipt', refundedTotal: '0' };

const income = (total: Given, more: Given = {}): Given => ({
  kind: 'income',
  total,
  customerId: 'c-1',
  receiver: { rfc: 'URE180429TM6' },
  ...more,
});

describe('facts of an action', () => {
  it('the facts contain the amount in pesos, the kind and the receiver of the document', () => {
    expect(facts('stampCfdi', {}, income({ amount: '233.16', currency: 'MXN' }))).toEqual({
      amount: '233.16',
      kinds: ['income'],
      receiver: ['c-1', 'URE180429TM6'],
      addresses: [],
      hasReceiver: true,
    });
  });

  it("the facts convert another currency at the document's exchange rate, and the amount is unknown without a rate", () => {
    const total = { amount: '10', currency: 'USD' };
    const rated = income(total, { fiscal: { totalMxn: '185.5' } });
    expect(facts('stampCfdi', {}, rated).amount).toBe('185.5');
    expect(facts('stampCfdi', {}, income(total)).amount).toBe('unknown');
    expect(facts('cancelCfdi', {}, undefined).amount).toBe('unknown');
  });

  it('the facts add up the payments in a payment complement', () => {
    const pesos = { amount: { amount: '0.1', currency: 'MXN' } };
    const dollars = { amount: { amount: '2', currency: 'USD' }, exchangeRate: '18.1' };
    const of = (complement: Given) =>
      facts('stampCfdi', {}, { total: { amount: 0, currency: 'XXX' }, complement }).amount;
    expect(of({ ...pesos, additionalPayments: [pesos, dollars] })).toBe('36.4');
    expect(of({ ...pesos, additionalPayments: [{ ...dollars, exchangeRate: undefined }] })).toBe(
      'unknown',
    );
    // The amount of a complement with an unknown structure counts as unknown, so limits reject it.
    expect(of({ amount: '0.1' })).toBe('unknown');
  });

  it('the facts contain the amount of a payment at its exchange rate, and the fiscal document that the payment stamps', () => {
    const paid = facts('recordReceivablePayment', {
      customerId: 'c-1',
      amount: 10,
      complement: 'stamp',
      exchangeRate: 18,
      received: { currency: 'USD', amount: 2.5 },
    });
    expect(paid).toMatchObject({
      amount: '45',
      kinds: ['payment', 'payment_complement'],
      receiver: ['c-1'],
    });
    const covering = { customerId: 'c-1', amount: 1_000, exchangeRate: 18 };
    const little = { ...covering, received: { currency: 'USD', amount: 1 } };
    expect(facts('recordReceivablePayment', little).amount).toBe('1000');
    const pesos = { ...covering, currency: 'USD', received: { currency: 'MXN', amount: 1 } };
    expect(facts('recordReceivablePayment', pesos).amount).toBe('unknown');
    const unrated = { customerId: 'c-1', amount: 10, currency: 'USD' };
    expect(facts('recordReceivablePayment', unrated).amount).toBe('unknown');
  });

  it('the facts contain the credit that a payment applies, and the amount is unknown without the open balance', () => {
    const owing = (total: string, applicableCredit?: string) => ({
      balances: [
        { currency: 'USD', total: '9' },
        { currency: 'MXN', total, applicableCredit },
      ],
    });
    const of = (more: Given, document?: Given) =>
      facts('recordReceivablePayment', { amount: 10, useCredit: true, ...more }, document).amount;
    expect(of({}, owing('1160', '500'))).toBe('510');
    expect(of({}, owing('100', '500'))).toBe('100');
    expect(of({ amount: 200 }, owing('100', '500'))).toBe('200');
    expect(of({ applications: [{ amount: 4 }] }, owing('100', '500'))).toBe('106');
    expect(of({}, owing('1160'))).toBe('10');
    expect(of({}, { balances: [] })).toBe('10');
    expect(of({})).toBe('unknown');
    expect(of({ source: 'credit' })).toBe('10');
    expect(of({ currency: 'USD' }, owing('1', '1'))).toBe('unknown');
  });

  it('the facts contain the address of the customer to whom a quote is mailed', () => {
    const quote = {
      category: 'quote',
      customerName: 'Ana',
      customerEmail: 'Ana@example.com',
      totals: { total: '1' },
    };
    expect(facts('publishQuote', {}, quote)).toMatchObject({
      kinds: ['quote'],
      receiver: ['XAXX010101000'],
      addresses: ['ana@example.com'],
    });
    expect(facts('publishQuote', { sendEmail: false }, quote).addresses).toEqual([]);
  });

  it('the facts contain the invoice that accepting or paying a quote creates', () => {
    const quote = { category: 'quote', customerId: 'c-1', totals: { total: '116000' } };
    const asked = { invoiceRequested: true, fiscalCustomer: { rfc: 'URE180429TM6' } };
    const invoiced = {
      amount: '116000',
      kinds: ['quote', 'income'],
      receiver: ['c-1'],
      invoiced: 'URE180429TM6',
    };
    expect(facts('acceptQuote', asked, quote)).toMatchObject(invoiced);
    expect(facts('recordQuotePayment', {}, { ...quote, acceptance: asked })).toMatchObject(
      invoiced,
    );
    // If the document has no customer contact, the receiver is the person named in the acceptance.
    const { customerId: _, ...anybody } = quote;
    expect(facts('acceptQuote', asked, anybody).receiver).toEqual(['URE180429TM6']);
    expect(facts('acceptQuote', {}, anybody).receiver).toEqual(['XAXX010101000']);
  });

  it('the facts contain the refund that the service of a receipt computes, and the amount is unknown without it', () => {
    const sale = { ...receipt, total: { amount: '100', currency: 'MXN' } };
    const of = (owner?: Partial<Seen>) => facts('refundSalesReceipt', {}, sale, owner).amount;
    expect(of({ computed: Decimal.from('25.00') })).toBe('25');
    expect(of()).toBe('unknown');
    // The amount is 0, because the receipt's service will refuse the action too, or will return its
    // stored response.
    expect(of({ refused: conflict('Nothing is left.', 'nothing_to_refund') })).toBe('0');
  });

  it('the receiver is the general public when a sale has no customer', () => {
    const sale = { ...receipt, total: { amount: '1', currency: 'MXN' } };
    expect(facts('cancelSalesReceipt', {}, sale).receiver).toEqual(['XAXX010101000']);
  });

  it('the facts contain the issuer who requests the cancellation of a received document', () => {
    const total = { amount: '7.5', currency: 'MXN' };
    const request = { state: 'pending', receiverRfc: 'URE180429TM6' };
    const document = { kind: 'income', issuerRfc: 'EKU9003173C9', total };
    expect(facts('answerCancellationRequest', {}, { ...request, document })).toMatchObject({
      amount: '7.5',
      kinds: ['income'],
      receiver: ['EKU9003173C9'],
    });
    expect(facts('answerCancellationRequest', {}, request).amount).toBe('unknown');
  });

  it('the facts contain the addresses to which a document is sent, and no amount', () => {
    const sent = facts('sendDocument', { documentRef: 'quote:1', recipients: ['A@example.com'] });
    expect(sent).toMatchObject({ kinds: ['quote'], addresses: ['a@example.com'] });
    expect(sent.amount).toBeUndefined();
  });

  it('a synchronization has no receiver and no amount', () => {
    expect(facts('startSatSync', {})).toMatchObject({ hasReceiver: false, kinds: [] });
  });
});
