import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';

/** The unit of measure (UMA) of a year, from February to January, in pesos. */
export interface Uma {
  readonly daily: Decimal;
  /** daily x 30.4 */
  readonly monthly: Decimal;
  /** monthly x 12 */
  readonly annual: Decimal;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate;
  readonly sourceUrl: string;
}

const inegi = 'https://www.inegi.org.mx/temas/uma/';
const inegiOf2026 = 'https://www.dof.gob.mx/nota_detalle.php?codigo=5778072&fecha=09/01/2026';

/** As INEGI publishes them. */
export const umas: readonly Uma[] = (
  [
    ['2023-02-01', '2024-01-31', '103.74', '3153.70', '37844.40', inegi],
    ['2024-02-01', '2025-01-31', '108.57', '3300.53', '39606.36', inegi],
    ['2025-02-01', '2026-01-31', '113.14', '3439.46', '41273.52', inegi],
    ['2026-02-01', '2027-01-31', '117.31', '3566.22', '42794.64', inegiOf2026],
  ] as const
).map(([validFrom, validTo, daily, monthly, annual, sourceUrl]) => ({
  daily: Decimal.from(daily),
  monthly: Decimal.from(monthly),
  annual: Decimal.from(annual),
  ...{ validFrom, validTo, sourceUrl },
}));

/** The UMA of a date; undefined where none is known. */
export const umaOn = (date: CalendarDate): Uma | undefined =>
  umas.find(({ validFrom, validTo }) => validFrom <= date && date <= validTo);

/**
 * How many daily UMA of an earning are exempt from ISR (LISR art. 93-I, XIII and XIV; the law says
 * minimum wages, which are UMA since the reform DOF 2016-01-27).
 */
export const exemptUma = {
  /** A year. */
  aguinaldo: '30',
  vacationPremium: '15',
  profitSharing: '15',
  /** For each Sunday worked. */
  sundayPremium: '1',
  /** For each week. */
  overtime: '5',
  /** For each year of service. */
  separation: '90',
} as const;
