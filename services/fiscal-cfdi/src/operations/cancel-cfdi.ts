import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { cancelDocument } from '../workflows/cancelling/cancel-document';
import { cfdiKind } from '../workflows/documents/fiscal-kinds';

export const cancelCfdi = longCommand(
  (run, request: fiscalCfdi.CancelCfdiRequest, providers: CancellationProviders) =>
    cancelDocument(run, cfdiKind, request, providers),
);
