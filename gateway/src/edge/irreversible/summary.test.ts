import type { Text } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import { operations } from '../operations';
import { summaryOf } from './summary';

const consequence = {
  action: { en: 'Stamp this draft', es: 'Timbrar este borrador' },
  consequence: { en: 'It cannot be undone.', es: 'No se puede deshacer.' },
};

const none = { amount: '0', currency: 'XXX' };

/**
 * Returns the lines of a summary for a document in the response format of the operation `reader`.
 * The default document is a draft CFDI.
 */
function linesOf(document?: Record<string, unknown>, given = {}, reader = 'getCfdi') {
  return textsOf(document, given, reader).en.split('\n');
}

function textsOf(document?: Record<string, unknown>, given = {}, reader = 'getCfdi'): Text {
  const { subject } = operations.find(({ id }) => id === reader)!;
  const shown = document && { total: none, ...document };
  return summaryOf(consequence, given, shown && { subject: subject!(shown as never) });
}

describe('a summary', () => {
  it('a summary omits empty lines for a draft without folio, name and amounts', () => {
    const draft = { kind: 'income', status: 'draft', receiver: { legalName: '', rfc: '' } };
    expect(linesOf({ ...draft, uuid: '' })).toEqual([
      'Stamp this draft?',
      '- Document: income, draft',
      'It cannot be undone.',
    ]);
  });

  it('a summary shows third-party text in quotes, on one line, without invisible characters', () => {
    const legalName = 'ACME”\n- Total: 1 MXN\u202e\u{e0041}\u200b!';
    expect(linesOf({ receiver: { legalName } })).toContain("- Receiver: “ACME' - Total: 1 MXN !”");
  });

  it('a summary lists the documents that stamping a replacement also cancels', () => {
    const relatedDocuments = [
      { relationship: '07', documents: ['a-7'] },
      { relationship: '04', documents: ['a-1', 'a-2'] },
    ];
    const draft = { kind: 'income', status: 'draft', relatedDocuments };
    const line = '- Also cancels what it replaces: “a-1”, “a-2”';
    expect(linesOf({ ...draft, cancelReplaced: true })).toContain(line);
    expect(linesOf(draft).join()).not.toContain('cancels');
  });

  it('a summary shows the open balance in each currency, without the amounts that make it up', () => {
    const balances = [
      { currency: 'MXN', total: '233.16', buckets: { current: '233.16' }, credit: '0' },
      { currency: 'USD', total: '5', buckets: {} },
    ];
    expect(linesOf({ balances }, {}, 'getReceivable')).toContain('- Owed: 233.16 MXN; 5.00 USD');
  });

  it('a summary shows amounts with two decimals, and counts without decimals', () => {
    const run = {
      name: 'Quincena 1',
      totals: { receiptCount: '3', net: '7', isr: '0.0571428571' },
      rowCounts: { ready: '3' },
    };
    expect(linesOf(run, {}, 'getPayrollRun')).toEqual([
      'Stamp this draft?',
      '- Name: “Quincena 1”',
      '- Totals: receipts 3, net 7.00, ISR 0.0571428571',
      '- Receipts: ready 3',
      'It cannot be undone.',
    ]);
    expect(textsOf(run, {}, 'getPayrollRun').es.split('\n').slice(2, 4)).toEqual([
      '- Totales: recibos 3, neto 7.00, ISR 0.0571428571',
      '- Recibos: listo 3',
    ]);
    const receipt = { total: { amount: '25', currency: 'MXN' }, refundedTotal: '12.5' };
    const lines = linesOf(receipt, {}, 'getSalesReceipt');
    expect(lines).toContain('- Total: 25.00 MXN');
    expect(lines).toContain('- Refunded before: 12.50');
  });

  it('a summary shows the amount of an account transaction', () => {
    const transaction = { kind: 'payment', amount: '-116', currency: 'MXN' };
    const lines = linesOf(transaction, {}, 'getAccountTransaction');
    expect(lines).toContain('- Amount: -116.00 MXN');
  });

  it("a summary shows the amount that the document's service computed", () => {
    const subject = { amount: 'unknown' as const, parties: [], facts: [] };
    const seen = { subject, computed: Decimal.from('1160') };
    const refund = {
      ...consequence,
      amount: { name: 'refundedNow' as const, compute: () => Promise.resolve('1160') },
    };
    expect(summaryOf(refund, {}, seen).en).toContain('- Refunded now: 1160.00 MXN');
    expect(summaryOf(refund, {}, undefined).en).not.toContain('Refunded now');
  });

  it('a summary shows the same facts in Spanish', () => {
    const document = {
      kind: 'payment_complement',
      status: 'draft',
      folio: '7',
      complement: { amount: { amount: '10', currency: 'MXN' }, formCode: '03', documents: [] },
    };
    expect(textsOf(document, { passphrase: 'x' }).es.split('\n')).toEqual([
      '¿Timbrar este borrador?',
      '- Documento: complemento de pago, borrador',
      '- Folio: “7”',
      '- Pago: 10.00 MXN, pagado “al timbrar”, forma “03”, de ',
      '- passphrase: (no se muestra)',
      'No se puede deshacer.',
    ]);
  });

  it('a summary has a limited length, however long the arguments are', () => {
    const given = Object.fromEntries(
      Array.from({ length: 99 }, (_, n) => [`a${n}`, 'x'.repeat(999)]),
    );
    const lines = linesOf(undefined, given);
    expect(lines).toHaveLength(22);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(602);
  });
});

describe('payment summaries', () => {
  const paid = {
    formCode: '03',
    paidLocalDateTime: '2026-11-20T12:00:00',
    amount: { amount: '116.58', currency: 'MXN' },
    documents: [{ uuid: 'a-1', series: 'F', folio: '7', currency: 'MXN', amount: '116.58' }],
  };
  const document = { kind: 'payment_complement', status: 'draft', folio: '' };
  const total = none;

  it('the summary of a payment complement shows the payment and its invoices instead of the total, which is always zero', () => {
    expect(linesOf({ ...document, total, complement: paid })).toEqual([
      'Stamp this draft?',
      '- Document: payment_complement, draft',
      '- Payment: 116.58 MXN, paid “2026-11-20T12:00:00”, form “03”, for “F 7” 116.58 MXN',
      'It cannot be undone.',
    ]);
  });

  it('the summary of a payment complement has no total without a currency if its payments are unknown', () => {
    expect(linesOf({ ...document, total }).join()).not.toContain('XXX');
  });

  it('the summary of a payment complement shows further payments, and an invoice without folio by its UUID', () => {
    const dollars = {
      ...paid,
      amount: { amount: '10', currency: 'USD' },
      documents: [{ uuid: 'a-2', currency: 'USD', amount: '10' }],
    };
    const lines = linesOf({
      ...document,
      total,
      complement: { ...paid, additionalPayments: [dollars] },
    });
    expect(lines[2]).toMatch(/^- Payment 1: 116.58 MXN/);
    expect(lines[3]).toBe(
      '- Payment 2: 10.00 USD, paid “2026-11-20T12:00:00”, form “03”, for “a-2” 10.00 USD',
    );
  });

  it('the summary of a payment complement shows how many payments and invoices it leaves out', () => {
    const documents = Array.from({ length: 30 }, () => paid.documents[0]);
    const additionalPayments = Array.from({ length: 30 }, () => paid);
    const lines = linesOf({
      ...document,
      total,
      complement: { ...paid, documents, additionalPayments },
    });
    expect(lines[2]).toContain('; and 22 more');
    expect(lines).toContain('- and 23 more payments');
  });
});

describe('request summaries', () => {
  const reader = 'listCancellationRequests';
  const request = {
    uuid: 'b-1',
    state: 'pending',
    receiverRfc: 'URE180429TM6',
    answerBefore: '2026-11-27T06:00:00Z',
  };
  const given = { uuid: 'b-1', answer: 'accept' };
  const asked = ['- uuid: “b-1”', '- answer: “accept”', 'It cannot be undone.'];
  const until = [
    '- Request: pending, to “URE180429TM6”',
    '- Answer before: “2026-11-27T06:00:00Z”',
  ];

  it('the summary of a cancellation request shows the requester, the document, the amount and the time limit for an answer', () => {
    const document = {
      kind: 'income',
      status: 'valid',
      issuerRfc: 'EKU9003173C9',
      issuerName: 'ESCUELA',
      series: 'A',
      folio: '1',
      total: { amount: '99.5', currency: 'MXN' },
    };
    expect(linesOf({ ...request, document }, given, reader)).toEqual([
      'Stamp this draft?',
      '- Asked by: “ESCUELA”, “EKU9003173C9”',
      '- Document: income, valid',
      '- Folio: “A 1”',
      '- Total: 99.50 MXN',
      ...until,
      ...asked,
    ]);
  });

  it('the summary of a cancellation request shows that a request after a rejection has no time limit', () => {
    const second = { ...request, answerBefore: undefined };
    expect(linesOf(second, given, reader)).toContain('- Answer before: no deadline');
  });

  it('the summary of a cancellation request states if Timbre does not have the document', () => {
    expect(linesOf(request, given, reader)).toEqual([
      'Stamp this draft?',
      '- Document: not in Timbre, so its amount is unknown',
      ...until,
      ...asked,
    ]);
  });
});
