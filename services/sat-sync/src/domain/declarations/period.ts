import { foldLetters } from '@timbre/fiscal';
import { monthsIn } from '../reading/dates';

export type Periodicity =
  'monthly' | 'bimonthly' | 'quarterly' | 'four_monthly' | 'semiannual' | 'annual' | 'none';

export interface Period {
  periodicity: Periodicity;
  /** The last month of the period, 1 to 12; 13 for a whole year, 0 for no period. */
  period: number;
}

/**
 * The number of months in each periodicity; `Semestral (A)` and `(B)` are the two halves of a year.
 */
const spans: readonly (readonly [word: string, periodicity: Periodicity, months: number])[] = [
  ['MENSUAL', 'monthly', 1],
  ['BIMESTRAL', 'bimonthly', 2],
  ['TRIMESTRAL', 'quarterly', 3],
  ['CUATRIMESTRAL', 'four_monthly', 4],
  ['SEMESTRAL', 'semiannual', 6],
];

/**
 * Reads the period of a declaration from the two printed words for periodicity and period
 * (`Mensual` and `Enero`, `Trimestral` and `1° Enero-Marzo`), with or without the SAT's prefix
 * letters. Returns undefined if the words for the period are unknown or contradict each other.
 */
export function periodOf(periodicityWord: string, periodWord: string): Period | undefined {
  const word = foldLetters(periodicityWord);
  if (word.endsWith('SINPERIODO') || word.endsWith('SINPERIODICIDAD')) {
    return { periodicity: 'none', period: 0 };
  }
  if (word.endsWith('ANUAL') || word.endsWith('DELEJERCICIO')) {
    return { periodicity: 'annual', period: 13 };
  }
  const [, periodicity, span] =
    spans.find(([name]) => new RegExp(`(^|[A-Z]?\\d+|^[A-Z])${name}[AB]?$`).test(word)) ?? [];
  if (!periodicity || !span) return undefined;
  const named = monthsIn(periodWord);
  const [first, last = first] = named;
  if (first === undefined || last === undefined || named.length > 2) return undefined;
  const covered = last - first + 1;
  return covered === span && last % span === 0 ? { periodicity, period: last } : undefined;
}
