import { Decimal } from '@timbre/fiscal';
import { moneyBackOf, waitingRefunds } from './refunds';

const d = (amount: number | string) => Decimal.from(amount);
const refund = (amount: number) => ({ amount: d(amount), occurredOn: '2026-11-10' as const });
const note = (amount: number | string, isOfRefund = true) => ({ amount: d(amount), isOfRefund });
const waiting = (refunds: number[], notes: ReturnType<typeof note>[], total = 1000): number[] =>
  waitingRefunds(refunds.map(refund), notes, d(total)).map(({ amount }) => amount.toNumber());

it.each([
  ['waits without a credit note', [100, 50], [], [100, 50]],
  ['waits no more once its credit note is stamped', [100, 50], [note(50)], [100]],
  ['waits beside the credit note of something else', [100], [note(30, false)], [100]],
  ['waits no more where a person made its credit note', [100], [note(100, false)], []],
  ['waits no more where its credit note is a cent more', [100], [note('100.01')], []],
])('a refund %s', (_, refunds, notes, rest) => {
  expect(waiting(refunds, notes)).toEqual(rest);
});

it('waitingRefunds and credit notes never add up to more than the total of the document', () => {
  expect(waiting([600, 400], [note(300, false)])).toEqual([600, 100]);
  expect(waiting([600], [note(1200, false)])).toEqual([]);
});

it('moneyBackOf first lowers the open balance and pays back only the rest as money', () => {
  const back = (amount: number, open: number, collected: number, invoice?: string) =>
    moneyBackOf(d(amount), d(open), {
      receipt: 'receipt',
      collected: d(collected),
      ...(invoice !== undefined && { invoice }),
    }).map(({ openItem, amount: part }) => [openItem, part.toNumber()]);
  expect(back(500, 100, 480)).toEqual([['receipt', 400]]);
  expect(back(500, 600, 0)).toEqual([['receipt', 0]]);
  expect(back(500, 100, 250, 'invoice')).toEqual([['receipt', 250], ['invoice', 150]]); // prettier-ignore
  expect(back(500, 0, -20, 'invoice')).toEqual([['receipt', 0], ['invoice', 500]]); // prettier-ignore
});
