import { derivatives } from './derivatives';
import { digitalPlatforms } from './digital-platforms';
import { dividends } from './dividends';
import { financialSector } from './financial-sector';
import { foreignPayments } from './foreign-payments';
import { interest } from './interest';
import { mortgageInterest } from './mortgage-interest';
import { prizes } from './prizes';
import { retirementPlan } from './retirement-plan';
import { shareSale } from './share-sale';
import { trust } from './trust';
import { trustLease } from './trust-lease';

export type { WithholdingComplement, WithheldDocument } from './complement';

/**
 * The complements of withholding documents, keyed by their API field. To add a complement, copy a file and
 * add it here (docs/decisions/0478-a-withholding-code-demands-its-complement.md).
 */
export const withholdingComplements = {
  shareSale,
  dividends,
  interest,
  trustLease,
  foreignPayments,
  prizes,
  trust,
  retirementPlan,
  mortgageInterest,
  derivatives,
  digitalPlatforms,
  financialSector,
};
