import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { cancelDocument } from '../workflows/cancelling/cancel-document';
import { withholdingKind } from '../workflows/documents/fiscal-kinds';

export const cancelWithholding = longCommand(
  (run, request: fiscalCfdi.CancelWithholdingRequest, providers: CancellationProviders) =>
    cancelDocument(run, withholdingKind, request, providers),
);
