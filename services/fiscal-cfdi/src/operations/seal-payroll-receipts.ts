import type { fiscalCfdi } from '@timbre/contract';
import { documentRef, type Issue } from '@timbre/fiscal';
import { createRun, invalid, type Operation, type Run, type Transaction } from '@timbre/kit';
import { profileIn } from '../store/set-up/read-profile';
import { lockSetUp } from '../store/set-up/set-up-lock';
import { activeSigningKey } from '../store/stamping/signing-keys';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { acceptReceipts, type ReceiptVerdict } from '../workflows/receipts/accept-receipts';
import { findReceipts, type FoundReceipt } from '../workflows/receipts/find-receipts';
import { saveReceipts, type BulkSealing } from '../workflows/receipts/save-receipts';
import { fechaOf, requireClock, type SealingProviders } from '../workflows/stamping/sealing';

/**
 * The maximum number of receipts in a request. The limit keeps a request below the limit of gRPC messages,
 * and the transaction short.
 */
const receiptsMax = 500;

/**
 * Creates drafts of the receipts of a payroll run and seals them. One transaction stores all receipts
 * without issues: documents with folios, attempts in state `sealed`, events and reserved prices. Payroll
 * then requests the stamp of each receipt with the receipt's own idempotency key (stamp-document.ts). The
 * content that was sealed is then stamped without changes.
 * @throws Refusal with conflict if no receipt can be sealed because the profile, the certificate or the
 * series is missing, or with provider_unavailable clock_skewed
 */
export const sealPayrollReceipts: Operation<
  fiscalCfdi.SealPayrollReceiptsRequest,
  SealingProviders,
  fiscalCfdi.SealPayrollReceiptsResponse
> = {
  async run(runtime, context, { receipts }) {
    requireApart(receipts);
    const run = createRun(runtime, context);
    const { signer, clock, stampPrice } = runtime.providers;
    const { stored, profile, fecha } = await run.step(readyToSeal);
    await requireClock(clock);
    const key = await signer.open(stored);
    const verdicts = await acceptReceipts(receipts, profile, fecha);
    const sealing = { profile, fecha, key, price: stampPrice };
    return { receipts: await sealAll(run, receipts, verdicts, sealing) };
  },
};

/**
 * Refuses two receipts with the same key, because the key must identify one document.
 * - receipts_invalid: there are too many receipts, or two receipts have the same key
 */
function requireApart(receipts: readonly fiscalCfdi.PayrollReceipt[]): void {
  const keys = new Set(receipts.map(({ key }) => key));
  if (keys.size === receipts.length && !keys.has('') && keys.size <= receiptsMax) return;
  const message = `At most ${receiptsMax} receipts, each with a key of its own.`;
  throw invalid([{ path: ['receipts'], code: 'receipts_invalid', message }]);
}

async function readyToSeal(tx: Transaction) {
  const profile = await profileIn(tx);
  if (!profile) throw profileMissing();
  return { stored: await activeSigningKey(tx), profile, fecha: fechaOf(tx.businessNow, profile) };
}

function sealAll(
  run: Run,
  receipts: readonly fiscalCfdi.PayrollReceipt[],
  verdicts: readonly ReceiptVerdict[],
  sealing: BulkSealing,
): Promise<fiscalCfdi.SealedReceipt[]> {
  return run.step(async (tx) => {
    // Only one batch of an organization runs at a time. A concurrent retry waits for this lock and then
    // finds the stored receipts.
    await lockSetUp(tx);
    const found = await findReceipts(tx, receipts, verdicts);
    const open = found.flatMap((one) => ('toSeal' in one ? [one.toSeal] : []));
    const saved = new Set(open.slice(0, await saveReceipts(tx, open, sealing)));
    return found.map((one) =>
      'toSeal' in one && !saved.has(one.toSeal) ? refused([notCovered]) : answerOf(one),
    );
  });
}

function answerOf(found: FoundReceipt): fiscalCfdi.SealedReceipt {
  if ('issues' in found) return refused(found.issues);
  if ('sealedAs' in found) return { documentRef: found.sealedAs, issues: [] };
  return { documentRef: documentRef('cfdi', found.toSeal.documentId), issues: [] };
}

const refused = (issues: readonly Issue[]) => ({ issues: issues.map(issueOf) });

/** The issue has the same code as the error for the stamp of a single document. */
const notCovered: Issue = {
  path: [],
  code: 'api_wallet_insufficient',
  message: 'The prepaid balance does not cover this stamp.',
};

const issueOf = ({ path, code, message }: Issue): fiscalCfdi.ReceiptIssue => ({
  path: path.join('.'),
  code,
  message,
});
