import type { DeclarationFacts } from './facts';
import { merge, paidOf, recordOf } from './merge';

const facts: DeclarationFacts = {
  document: 'acuse',
  rfc: 'EKU9003173C9',
  fiscalYear: 2026,
  periodicity: 'monthly',
  period: 1,
  declarationType: 'Normal',
  operationNumber: '260120000001',
  filedLocalDateTime: '2026-02-17T10:00:00',
  captureLine: '042601JA760048890425',
  total: '17060',
  concepts: [{ number: 1, name: 'ISR personas morales', taxClass: 'isr', charged: '17060' }],
  annexes: [],
  payments: [],
  anomalies: [],
};
const filing = {
  operationNumber: '260120000001',
  declarationType: 'Normal',
  filedOn: '2026-02-17',
  periodicity: '1-Mensual',
  period: 'Enero',
  status: 'Vigente',
};
const reading = { rfc: 'EKU9003173C9', fiscalYear: 2026, source: 'portal' } as const;

test('a row of the SAT portal without a document becomes a declaration without amounts', () => {
  const record = recordOf({ ...reading, filing });
  expect(record).toMatchObject({ period: 1, status: 'Vigente', total: null, concepts: [] });
});

test('a row of the SAT portal with an unreadable period creates no declaration', () => {
  expect(recordOf({ ...reading, filing: { ...filing, period: 'Otro' } })).toBeUndefined();
});

test('a later document fills in the fields that were unknown', () => {
  const record = merge(recordOf({ ...reading, filing })!, { ...reading, facts });
  expect(record).toMatchObject({ total: '17060', concepts: facts.concepts, anomalies: [] });
});

test('a later reading does not change the stored time of filing', () => {
  const row = recordOf({ ...reading, filing })!;
  expect(row.filedLocalDateTime).toBeNull();
  const timed = { ...filing, filedLocalDateTime: '2026-02-17T09:59:00' };
  const known = recordOf({ ...reading, filing: timed })!;
  expect(known.filedLocalDateTime).toBe('2026-02-17T09:59:00');
  expect(merge(row, { ...reading, facts }).filedLocalDateTime).toBe('2026-02-17T10:00:00');
  expect(merge(known, { ...reading, facts })).toMatchObject({
    filedLocalDateTime: '2026-02-17T09:59:00',
    anomalies: [],
  });
  const otherDay = { ...facts, filedLocalDateTime: '2026-02-18T10:00:00' };
  expect(merge(row, { ...reading, facts: otherDay })).toMatchObject({
    filedLocalDateTime: null,
    anomalies: [{ code: 'filed_on_differs' }],
  });
});

test('a different amount adds one anomaly, even if it is read repeatedly, and does not replace the stored amount', () => {
  const known = recordOf({ ...reading, filing, facts })!;
  const other = { ...facts, total: '17061', concepts: [] };
  const twice = merge(merge(known, { ...reading, facts: other }), { ...reading, facts: other });
  expect(twice.total).toBe('17060');
  expect(twice.anomalies).toEqual([{ code: 'total_differs', text: '17060 / 17061' }]);
});

test('a later reading of a tax fills in only unknown amounts', () => {
  const known = recordOf({ ...reading, facts })!;
  const [concept] = facts.concepts;
  const other = { ...concept!, charged: '17061', amountToPay: '17060' };
  const merged = merge(known, { ...reading, facts: { ...facts, concepts: [other] } });
  expect(merged.concepts).toEqual([{ ...concept, amountToPay: '17060' }]);
  expect(merged.anomalies).toEqual([{ code: 'concepts_differ', text: '1 charged: 17060 / 17061' }]);
});

test('a tax that only one reading contains, or that has a different name, adds an anomaly', () => {
  const known = recordOf({ ...reading, facts })!;
  const read = [
    { number: 1, name: 'IVA', taxClass: 'iva' } as const,
    { number: 2, name: 'ISR', taxClass: 'isr' } as const,
  ];
  const texts = (concepts: typeof read) =>
    merge(known, { ...reading, facts: { ...facts, concepts } }).anomalies.map(({ text }) => text);
  expect(texts(read)).toEqual(['1 name: ISR personas morales / IVA', '2: ISR']);
  expect(texts(read.slice(1))).toEqual(['1: ISR personas morales', '2: ISR']);
});

test('a row of the SAT portal and a document that contradict each other add an anomaly', () => {
  const row = {
    ...filing,
    declarationType: 'Complementaria',
    filedOn: '2026-02-18',
    period: 'Febrero',
    complementaryType: 'Esquema anterior',
  };
  const whole = { ...facts, complementaryType: 'Actualización de importe' };
  const record = recordOf({ ...reading, fiscalYear: 2025, filing: row, facts: whole })!;
  expect(record).toMatchObject({ fiscalYear: 2026, period: 1, filedOn: '2026-02-17' });
  expect(record.anomalies).toEqual([
    { code: 'fiscal_year_differs', text: '2026 / 2025' },
    { code: 'period_differs', text: '1 / 2' },
    { code: 'declaration_type_differs', text: 'Normal / Complementaria' },
    { code: 'filed_on_differs', text: '2026-02-17 / 2026-02-18' },
    { code: 'complementary_type_differs', text: 'Actualización de importe / Esquema anterior' },
  ]);
});

test('a later reading of a payment fills in the missing bank of the payment', () => {
  const payment = { captureLine: '042601JA760048890425', amount: '17060', paidOn: '2026-02-17' };
  const record = recordOf({ ...reading, facts: { ...facts, payments: [payment] } })!;
  const later = { ...payment, institution: 'BBVA MEXICO' };
  const merged = merge(record, { ...reading, facts: { ...facts, payments: [later] } });
  expect([merged.payments, merged.anomalies]).toEqual([[later], []]);
});

test('tax names that differ only in blanks are treated as equal', () => {
  const known = recordOf({ ...reading, facts })!;
  const [concept] = facts.concepts;
  const spaceless = { ...facts, concepts: [{ ...concept!, name: 'ISRpersonasmorales' }] };
  expect(merge(known, { ...reading, facts: spaceless })).toEqual(known);
});

test('a row of the portal can change the status of a filing, but a file cannot', () => {
  const known = recordOf({ ...reading, filing, facts })!;
  const later = merge(known, { ...reading, filing: { ...filing, status: 'Sin efectos' } });
  expect(later.status).toBe('Sin efectos');
  expect(merge(later, { ...reading, source: 'file', facts }).status).toBe('Sin efectos');
  expect(recordOf({ ...reading, source: 'file', facts })!.status).toBe('imported');
});

test('each capture line counts as paid once, on the latest day that a document states', () => {
  const pay = (captureLine: string, amount: string, paidOn: string) => ({
    captureLine,
    amount,
    paidOn,
  });
  const paid = {
    ...facts,
    payments: [pay('A', '100', '2026-02-17'), pay('B', '50', '2026-03-01')],
  };
  const record = merge(recordOf({ ...reading, facts: paid })!, { ...reading, facts: paid });
  expect(paidOf(record)).toEqual({ paidAmount: '150', paymentDate: '2026-03-01' });
  expect(paidOf({ payments: [] })).toEqual({ paidAmount: null, paymentDate: null });
});
