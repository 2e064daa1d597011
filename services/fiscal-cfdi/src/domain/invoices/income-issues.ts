import type { Issue } from '@timbre/fiscal';
import { itemsWarnings } from '@timbre/items';
import { currencyIssues, currencyWarnings } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance } from '../drafting/draft';
import { draftItemsIssues } from '../drafting/draft-items';
import type { Profile } from '../set-up/fiscal-profile';
import { incomeComprobante } from './income';
import { paymentIssues, paymentWarnings } from './income-payment';
import { headerIssues } from '../drafting/header-issues';
import { customerIssues, paymentUse } from '../drafting/receiver';
import { relatedWarnings } from '../drafting/related-documents';
import { payrollUse } from '../receipts/payroll';
import { advanceWarnings } from './advance';
import { globalIssues, globalWarnings } from './global-period';
import { localTaxIssues, localTaxWarnings } from './local-taxes';

/**
 * Every rule that an income draft breaks on a date, and its probable mistakes. The rules of the whole
 * document are checked only when its parts are valid.
 */
export function judgeIncome(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer } = draft;
  const issues = [
    ...customerIssues(customer, input.cfdiUse ?? '', today, {
      isGlobal: input.globalPeriod !== undefined,
    }),
    ...useIssues(input.cfdiUse),
    ...draftItemsIssues(draft, profile, today),
    ...paymentIssues(input.payment, today),
    ...headerIssues(draft, today),
    ...currencyIssues(input, today),
    ...localTaxIssues(input),
    ...globalIssues(draft, profile, today),
  ];
  const warnings = [
    ...itemsWarnings(draft.items),
    ...paymentWarnings(input.payment, today),
    ...relatedWarnings(draft),
    ...currencyWarnings(input),
    ...globalWarnings(draft, today),
    ...advanceWarnings(draft),
  ];
  if (issues.length > 0) return { issues, warnings };
  const document = incomeComprobante(draft, profile, issuance);
  warnings.push(...localTaxWarnings(input, document));
  return judged(document, (path) => itemDocumentPath(path), warnings);
}

const usesOfOthers = [paymentUse, payrollUse];

/** - cfdi_use_not_allowed: a use of payment complements or payroll */
function useIssues(cfdiUse = ''): Issue[] {
  if (!usesOfOthers.includes(cfdiUse)) return [];
  const message = `Use ${cfdiUse} belongs to payment complements and payroll.`;
  return [{ path: ['cfdiUse'], code: 'cfdi_use_not_allowed', message }];
}
