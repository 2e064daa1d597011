import { itemsWarnings } from '@timbre/items';
import { currencyIssues, currencyWarnings } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import { draftItemsIssues } from '../drafting/draft-items';
import type { Profile } from '../set-up/fiscal-profile';
import { incomeComprobante } from './income';
import { paymentIssues, paymentWarnings } from './income-payment';
import { headerIssues } from '../drafting/header-issues';
import { customerIssues } from '../drafting/receiver';
import { relatedWarnings } from '../drafting/related-documents';
import { advanceWarnings } from './advance';
import { globalIssues, globalWarnings } from './global-period';
import { localTaxIssues, localTaxWarnings, withheldAboveTotal } from './local-taxes';

/**
 * Returns every rule that an income draft breaks on a date, and warnings about probable mistakes. The rules
 * of the whole document are checked only if all its parts are valid.
 */
export function judgeIncome(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer } = draft;
  const issues = [
    ...customerIssues(customer, input.cfdiUse ?? '', today, {
      isGlobal: input.globalPeriod !== undefined,
    }),
    ...draftItemsIssues(draft, profile, today),
    ...paymentIssues(input.payment, today),
    ...headerIssues(draft, today),
    ...currencyIssues(input, today),
    ...localTaxIssues(input),
    ...globalIssues(draft, profile, today),
  ];
  const warningsOf = () => [
    ...itemsWarnings(draft.items, today),
    ...paymentWarnings(input.payment, today),
    ...relatedWarnings(draft),
    ...currencyWarnings(input),
    ...globalWarnings(draft, today),
    ...advanceWarnings(draft),
  ];
  if (issues.length > 0) return { issues, warningsOf };
  const document = incomeComprobante(draft, profile, issuance);
  const excess = withheldAboveTotal(input, document);
  if (excess.length > 0) return { issues: excess, warningsOf };
  return judged(document, itemDocumentPath, () => [
    ...warningsOf(),
    ...localTaxWarnings(input, document),
  ]);
}
