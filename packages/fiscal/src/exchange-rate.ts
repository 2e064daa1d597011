import { currency } from './currency';
import { Decimal } from './decimal';
import { perLaw } from './law/law';

/**
 * Pesos for one unit, by order of magnitude: the published rates of 2025 and 2026 (Banco de México)
 * are within a third of these. That is enough: c_Moneda lets a rate differ from the published one by
 * 500 %, and no true rate comes near that.
 */
const usualPesos = perLaw((law) => {
  const rows = law.figuresOf('reference.usual_rates').at(-1)?.value ?? [];
  return new Map(rows.map(({ currency: code, pesos }) => [code, pesos]));
});

const two = Decimal.from(2);
/** The published rate is within a third of the usual one; a PAC refuses by the published one. */
const [leastPublished, mostPublished] = [Decimal.from('0.666667'), Decimal.from('1.333334')];

/**
 * How a rate (pesos for one unit) compares with the usual one:
 * - `usual`: between half and twice of it
 * - `unusual`: further off, but within the variation that c_Moneda allows without a confirmation key
 *   (CFDI40118), such as the pesos of another currency or one divided by the rate
 * - `beyond`: beyond that variation, whatever the published rate is
 * - `doubtful`: beyond it or not, depending on the published rate, which is not known here
 * Undefined for a currency without a usual rate.
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

/** Decimals of EquivalenciaDR at most (Pagos20.xsd). */
export const equivalenceDecimalsMax = 10;
