import { currencyIssues } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import { draftItemsIssues } from '../drafting/draft-items';
import type { Profile } from '../set-up/fiscal-profile';
import type { Issue } from '@timbre/fiscal';
import type { Item } from '@timbre/items';
import { headerIssues } from '../drafting/header-issues';
import { customerIssues } from '../drafting/receiver';
import { relatedWarnings } from '../drafting/related-documents';
import { transferComprobante, transferUse } from './transfer';

/**
 * Returns every rule that a transfer breaks on a date, including the rules of its customer, items and
 * currency.
 * - discount_not_allowed: a transfer charges nothing, so it cannot have a discount
 */
export function judgeTransfer(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer, items } = draft;
  const issues = [
    ...customerIssues(customer, transferUse, today),
    ...draftItemsIssues(draft, profile, today),
    ...discountIssues(items),
    ...headerIssues(draft, today),
    ...currencyIssues({ ...input, currency: input.currency ?? 'XXX' }, today, { isPaid: false }),
  ];
  const warningsOf = () => relatedWarnings(draft);
  if (issues.length > 0) return { issues, warningsOf };
  const document = transferComprobante(draft, profile, issuance);
  return judged(document, (path) => itemDocumentPath(path), warningsOf);
}

function discountIssues(items: readonly Item[]): Issue[] {
  return items.flatMap(({ discount }, index) => {
    if (discount === undefined) return [];
    const message = 'A transfer charges nothing, so it cannot have a discount.';
    return [{ path: ['items', index, 'discount'], code: 'discount_not_allowed', message }];
  });
}
