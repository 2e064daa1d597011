import { currencyIssues } from './currency-issues';
import { documentIssues, itemDocumentPath } from './document-issues';
import type { Draft } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeComprobante } from './income';
import { paymentIssues } from './income-payment';
import type { Issue } from './issue';
import { itemsIssues } from './item-issues';
import { customerIssues } from './receiver';

/**
 * Every rule that an income draft breaks on a date: those of its parts, and of the whole only when
 * the parts hold.
 */
export function incomeIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const { input, customer, items } = draft;
  const issues = [
    ...customerIssues(customer, input.cfdiUse ?? '', today),
    ...itemsIssues(items, today),
    ...paymentIssues(input.payment, today),
    ...currencyIssues(input, today),
  ];
  if (issues.length > 0) return issues;
  const document = incomeComprobante(draft, profile, { fecha: `${today}T12:00:00` });
  return documentIssues(document, (path) => itemDocumentPath(path));
}
