import { Decimal } from '@timbre/fiscal';
import { runTotals } from './run-totals';

const d = (text: string) => Decimal.from(text);
const totals = {
  gross: d('100.00'),
  deductions: d('30.00'),
  net: d('70.00'),
  isr: d('20.00'),
  subsidy: d('5.00'),
  imss: d('10.00'),
};

test('rows that are out of the run do not count', () => {
  const rows = [
    { state: 'ready', totals } as const,
    { state: 'stamped', totals } as const,
    { state: 'excluded', totals } as const,
    { state: 'canceled', totals } as const,
    { state: 'needs_attention' } as const,
  ];
  expect(runTotals(rows)).toEqual({
    receiptCount: 3,
    gross: d('200.00'),
    deductions: d('60.00'),
    net: d('140.00'),
    isr: d('40.00'),
    subsidy: d('10.00'),
    imss: d('20.00'),
  });
});

test('batches add up to the same as the whole', () => {
  const row = { state: 'ready', totals } as const;
  expect(runTotals([row], runTotals([row, row]))).toEqual(runTotals([row, row, row]));
});
