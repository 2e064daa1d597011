import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import type { CancellationProviders } from './advance-cancellation';
import { cancelDocument } from './cancel-document';
import { withholdingKind } from './fiscal-kinds';

export const cancelWithholding = longCommand(
  (run, request: fiscalCfdi.CancelWithholdingRequest, providers: CancellationProviders) =>
    cancelDocument(run, withholdingKind, request, providers),
);
