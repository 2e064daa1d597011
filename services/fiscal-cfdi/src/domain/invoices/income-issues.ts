import { itemsIssues } from '@timbre/items';
import { currencyIssues } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { incomeComprobante } from './income';
import { paymentIssues, paymentWarnings } from './income-payment';
import { customerIssues } from '../drafting/receiver';

/**
 * Every rule that an income draft breaks on a date, and its probable mistakes. The rules of the whole document are checked
 * only when its parts are valid.
 */
export function judgeIncome(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer, items } = draft;
  const issues = [
    ...customerIssues(customer, input.cfdiUse ?? '', today),
    ...itemsIssues(items, today),
    ...paymentIssues(input.payment, today),
    ...currencyIssues(input, today),
  ];
  const warnings = paymentWarnings(input.payment, today);
  if (issues.length > 0) return { issues, warnings };
  const document = incomeComprobante(draft, profile, issuance);
  return judged(document, (path) => itemDocumentPath(path), warnings);
}
