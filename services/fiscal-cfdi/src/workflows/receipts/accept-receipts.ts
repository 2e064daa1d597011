import { setImmediate } from 'node:timers/promises';
import type { Comprobante } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import type { Draft } from '../../domain/drafting/draft';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { Issue } from '@timbre/fiscal';
import { payrollComprobante } from '../../domain/receipts/payroll';
import { payrollDocumentIssues, payrollInputIssues } from '../../domain/receipts/payroll-issues';
import { resolveDraft } from '../../domain/drafting/resolve-draft';
import { inputOf } from '../drafting/draft-sources';

/** A payroll receipt with its document, which is complete except for the folio. */
export interface AcceptedReceipt {
  draft: Draft;
  document: Comprobante;
}

export type ReceiptVerdict = AcceptedReceipt | { issues: Issue[] };

/**
 * This number of receipts is checked without a pause, which takes about five milliseconds of CPU time.
 */
const receiptsAtOnce = 20;

/** Checks receipts, in order, against every rule of their documents on the date of `fecha`. */
export async function acceptReceipts(
  receipts: readonly fiscalCfdi.PayrollReceipt[],
  profile: Profile,
  fecha: string,
): Promise<ReceiptVerdict[]> {
  const verdicts: ReceiptVerdict[] = [];
  for (const receipt of receipts) {
    verdicts.push(acceptReceipt(receipt, profile, fecha));
    // The loop pauses between groups of receipts, so that a batch does not block other requests.
    if (verdicts.length % receiptsAtOnce === 0) await setImmediate();
  }
  return verdicts;
}

function acceptReceipt(
  receipt: fiscalCfdi.PayrollReceipt,
  profile: Profile,
  fecha: string,
): ReceiptVerdict {
  const { draft, missing } = resolveDraft(inputOf(receipt), noSources, fecha.slice(0, 10));
  const broken = [...missing, ...payrollInputIssues(draft)];
  if (broken.length > 0) return { issues: broken };
  const document = payrollComprobante(draft, profile, { fecha });
  const issues = payrollDocumentIssues(document);
  return issues.length > 0 ? { issues } : { draft, document };
}

/** No sources are read, because payroll itself sends the employee's data. */
const noSources = { contacts: [], products: [] };
