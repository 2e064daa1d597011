import { say } from '@timbre/api';
import { pensionAtOnce, separationEarnings } from '@timbre/fiscal';
import type { Issue } from '@timbre/kit';
import { receiptsThatRepeat } from '../store/repeated-payments';
import type { RowToChange } from './change-row';
import type { EvaluatedRow } from './evaluate-rows';

/** A date before every possible employment, used if the start of the employment is unknown. */
const always = '0001-01-01';

/**
 * Warns if another receipt of the employee repeats a payment of this receipt. The warning does not stop a
 * run, because the payroll office decides which of the receipts is correct.
 * - favorable_balance_repeated: another receipt returns a balance of the same year (other payment 004)
 * - cumulative_income_repeated: another receipt of the same separation or pension at once states its own
 *   cumulative income (IngresoAcumulable)
 */
export async function repeatedPayments(
  { tx, row }: RowToChange,
  { employee }: EvaluatedRow,
): Promise<Issue[]> {
  const balance = row.otherPayments.findIndex(({ favorableBalance }) => favorableBalance);
  const final = row.earnings.findIndex(({ type }) => type in finalTypes);
  const year = row.otherPayments[balance]?.favorableBalance?.year;
  const type = row.earnings[final]?.type;
  if (year === undefined && type === undefined) return [];
  const found = await receiptsThatRepeat(tx, row, {
    balanceYears: year === undefined ? [] : [`${year}`],
    finalTypes: type === undefined ? [] : (finalTypes[type] ?? []),
    employmentStartedOn: employee?.employmentStartedOn ?? always,
  });
  const isManual = row.source === 'manual';
  const returned = found.find(({ returnsBalance }) => returnsBalance);
  const stated = found.find(({ isFinal }) => isFinal);
  return [
    ...(returned && year !== undefined
      ? [
          {
            path: isManual
              ? ['otherPayments', balance, 'favorableBalance']
              : ['incidents', 'favorableBalance'],
            code: 'favorable_balance_repeated',
            ...say('favorable_balance_repeated', { year, ...wordsOf(returned) }),
          },
        ]
      : []),
    ...(stated
      ? [
          {
            path: isManual ? ['earnings', final] : ['incidents', 'otherEarnings'],
            code: 'cumulative_income_repeated',
            ...say('cumulative_income_repeated', wordsOf(stated)),
          },
        ]
      : []),
  ];
}

const wordsOf = ({ runId, paidOn }: { runId: string; paidOn: string }) => ({ runId, paidOn });

/**
 * For each type of payment after an employment, all types that belong to the same payment: a
 * separation, or a pension paid at once.
 */
const finalTypes: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...separationEarnings].map((type) => [type, [...separationEarnings]])),
  [pensionAtOnce]: [pensionAtOnce],
};
