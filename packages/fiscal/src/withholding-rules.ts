import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { withholdingPrefix, type FigureValue } from './law/figure-kinds';
import { figureOn, perLaw } from './law/law';
import type { Figure } from './law/pack';

export {
  receiverKinds,
  taxActivities,
  type ReceiverKind,
  type TaxActivity,
} from './law/figure-kinds';

/**
 * A rule for withholding taxes in an income CFDI. The issuer states the withholding in the CFDI, and the
 * receiver pays it to the SAT (LISR 106, 113-J, 116, 126, 145; LIVA 1-A and 3; RLIVA 3). A rule specifies
 * issuers, receivers, activities, rate and dates.
 */
export interface WithholdingRule extends FigureValue<`withholding.${string}`> {
  readonly id: string;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | null;
  readonly legalBasis: string;
}

/** Every withholding rule with its dates, in the order of the law packs (ISR before IVA). */
export const withholdingRules: () => readonly WithholdingRule[] = perLaw((law) =>
  law
    .allFigures()
    .filter(({ key }) => key.startsWith(withholdingPrefix))
    .map((figure) => ruleOf(figure as Figure<`withholding.${string}`>))
    .sort((a, b) => (a.tax === b.tax ? 0 : a.tax === 'ISR' ? -1 : 1)),
);

function ruleOf({ key, value, validFrom, validTo, legalBasis }: Figure<`withholding.${string}`>) {
  return { id: key.slice(withholdingPrefix.length), ...value, validFrom, validTo, legalBasis };
}

/**
 * Whether a rate of withheld ISR is the rate of the régimen simplificado de confianza (LISR 113-J). The SAT
 * accepts this rate only from issuers with that tax regime (CFDI140224, CFDI140225).
 */
export function isResicoRate(rate: Decimal, on: CalendarDate): boolean {
  const own = figureOn('withholding.resico.isr', on)?.value.rate ?? '';
  return Decimal.parse(own)?.equals(rate) ?? false;
}
