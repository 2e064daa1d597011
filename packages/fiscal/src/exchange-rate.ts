import { currency } from './currency';
import { Decimal } from './decimal';
import { perLaw } from './law/law';

/**
 * The typical price of one unit of each currency, in pesos. The rates that Banco de México
 * published in 2025 and 2026 differ from the typical price by at most a third. A rough rate is
 * sufficient, because c_Moneda allows a deviation of 500 % from the published rate.
 */
const usualPesos = perLaw((law) => {
  const rows = law.figuresOf('reference.usual_rates').at(-1)?.value ?? [];
  return new Map(rows.map(({ currency: code, pesos }) => [code, pesos]));
});

const two = Decimal.from(2);
/**
 * The lowest and the highest published rate, as fractions of the typical rate. The published rate
 * differs from the typical rate by at most a third. PACs compare a rate with the published rate.
 */
const [leastPublished, mostPublished] = [Decimal.from('0.666667'), Decimal.from('1.333334')];

/**
 * Compares a rate (pesos for one unit) with the typical rate of the currency:
 *
 * - `usual`: between half and twice the typical rate
 * - `unusual`: outside this range, but within the deviation that c_Moneda allows without a
 *   confirmation key (CFDI40118); for example the rate of another currency, or the inverse rate
 * - `beyond`: certainly beyond that deviation
 * - `doubtful`: possibly beyond that deviation, depending on the published rate, which this
 *   function does not have. Returns undefined for a currency without a typical rate.
 */
export function compareRate(
  code: string,
  rate: Decimal,
): 'usual' | 'unusual' | 'doubtful' | 'beyond' | undefined {
  const usual = usualPesos().get(code);
  const variation = currency(code, 'latest')?.variation;
  if (usual === undefined || variation === undefined) return undefined;
  const limit = usual.times(variation.plus(Decimal.one));
  if (rate.greaterThan(limit.times(mostPublished))) return 'beyond';
  if (rate.greaterThan(limit.times(leastPublished))) return 'doubtful';
  const isNear = rate.lessOrEqual(usual.times(two)) && usual.lessOrEqual(rate.times(two));
  return isNear ? 'usual' : 'unusual';
}

/** The maximum number of decimals of EquivalenciaDR (Pagos20.xsd). */
export const equivalenceDecimalsMax = 10;
