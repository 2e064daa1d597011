import { isSameCfdi, isSameWithholding } from './same-document';

const invoice = {
  kind: 'income',
  counterpartyRfc: 'URE180429TM6',
  currency: 'MXN',
  subtotal: '201.00',
  discount: null,
  total: '233.16',
  items: [{ description: 'Consultoría', quantity: '2', amount: '201.00' }],
  paidDocuments: null,
  complement: null,
  payroll: null,
};

describe('the content of a CFDI', () => {
  it('two CFDI are the same even if the database has more decimals, or members in another order', () => {
    const stored = { ...invoice, subtotal: '201.000000', discount: '0', total: '233.160000' };
    expect(isSameCfdi(stored, invoice)).toBe(true);
    const receipt = { ...invoice, kind: 'payroll', items: [] };
    const [one, other] = [
      { paidOn: '2026-11-15', earnings: [{ type: '001', taxableAmount: 7500 }], note: undefined },
      { earnings: [{ taxableAmount: 7500, type: '001' }], paidOn: '2026-11-15' },
    ];
    expect(isSameCfdi({ ...receipt, payroll: one }, { ...receipt, payroll: other })).toBe(true);
  });

  it.each([
    { kind: 'credit_note' },
    { counterpartyRfc: 'XAXX010101000' },
    { currency: 'USD' },
    { total: '233.17' },
    { subtotal: '200.99' },
    { discount: '1' },
    { items: [{ description: 'Consultoría', quantity: '1', amount: '201.00' }] },
    { items: [{ description: 'Otra', quantity: '2', amount: '201.00' }] },
    { paidDocuments: [{ uuid: 'A', installment: 1, amount: '1' }] },
    { complement: { amount: '1', currency: 'MXN', formCode: '03' } },
    { payroll: { paidOn: '2026-11-15' } },
  ])('a CFDI with another value is another document: %j', (change) => {
    expect(isSameCfdi({ ...invoice, ...change }, invoice)).toBe(false);
  });
});

describe('the content of a withholding document', () => {
  const withheld = {
    withholdingCode: '01',
    counterpartyRfc: 'MISC491214B86',
    counterpartyName: 'CECILIA MIRANDA SANCHEZ',
    total: '10000.00',
    withheld: '1000.00',
    input: { description: 'Honorarios', period: { startMonth: 10, endMonth: 10, year: 2026 } },
  };
  const { period } = withheld.input;

  it('two withholding documents with equal amounts, receiver and period are the same', () => {
    expect(isSameWithholding({ ...withheld, total: '10000' }, withheld)).toBe(true);
  });

  it.each([
    { withholdingCode: '02' },
    { counterpartyName: 'OTRA' },
    { withheld: '999.99' },
    { input: { description: 'Otra', period } },
    { input: { description: 'Honorarios', period: { ...period, year: 2025 } } },
  ])('a withholding document with another value is another document: %j', (change) => {
    expect(isSameWithholding({ ...withheld, ...change }, withheld)).toBe(false);
  });
});
