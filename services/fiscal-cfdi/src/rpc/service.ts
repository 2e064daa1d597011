import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type CallContext, type Rpcs, type Runtime } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { answerCancellationRequest } from '../operations/answer-cancellation-request';
import { cancelCfdi } from '../operations/cancel-cfdi';
import type { PdfProviders } from '../workflows/files/document-file';
import type { CfdiProviders } from '../workflows/drafting/draft-sources';
import type { MailProviders } from '../domain/files/mailer';
import { listCancellationRequests } from '../operations/list-cancellation-requests';
import { sealPayrollReceipts } from '../operations/seal-payroll-receipts';
import { stampCfdi } from '../operations/stamp-cfdi';
import type { StampingProviders } from '../workflows/stamping/sealing';
import { synchronizeCfdi } from '../operations/synchronize-cfdi';
import { explained } from '../workflows/documents/payroll-permission';
import { cfdiRpcs } from './cfdi';
import type { StatusProviders } from '../operations/check-cfdi-status';
import type { ImportReaderProviders } from '../domain/drafting/read-documents';
import { filesRpcs } from './files';
import { setUpRpcs } from './set-up';
import { walletRpcs } from './wallet';
import { withholdingRpcs } from './withholdings';

export type Providers = SetUpProviders &
  CfdiProviders &
  ImportReaderProviders &
  StatusProviders &
  StampingProviders &
  CancellationProviders &
  PdfProviders &
  MailProviders;

/**
 * Returns the implementations of all rpcs in the contract. The type requires every rpc, so the compiler
 * reports a missing implementation.
 */
export const rpcs = (runtime: Runtime<Providers>): Rpcs<typeof fiscalCfdi.FiscalCfdiService> => {
  const all = everyRpc(runtime);
  const names = Object.keys(all) as (keyof typeof all)[];
  return Object.fromEntries(
    // The cast is safe, because `explaining` does not change the request or the response.
    names.map((name) => [name, explaining(runtime, all[name] as Rpc)]),
  ) as never;
};

type Rpc = (request: unknown, context: CallContext) => Promise<unknown>;

/**
 * Wraps an rpc of this service. If the request refers to a payroll document that the caller may not see,
 * the rpc refuses with the missing permission instead of not_found.
 */
const explaining =
  (runtime: Runtime<Providers>, rpc: Rpc): Rpc =>
  (request, context) =>
    rpc(request, context).catch(async (error: unknown) => {
      throw await explained(runtime, context, request, error);
    });

const everyRpc = (runtime: Runtime<Providers>): Rpcs<typeof fiscalCfdi.FiscalCfdiService> => ({
  ...setUpRpcs(runtime),
  ...cfdiRpcs(runtime),
  ...filesRpcs(runtime),
  ...walletRpcs(runtime),
  ...withholdingRpcs(runtime),
  stampCfdi: replies(stampCfdi, runtime),
  sealPayrollReceipts: answers(sealPayrollReceipts, runtime),
  cancelCfdi: replies(cancelCfdi, runtime),
  listCancellationRequests: replies(listCancellationRequests, runtime),
  answerCancellationRequest: replies(answerCancellationRequest, runtime),
  synchronizeCfdi: replies(synchronizeCfdi, runtime),
});
