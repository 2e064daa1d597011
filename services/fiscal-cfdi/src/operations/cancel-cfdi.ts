import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import type { CancellationProviders } from './advance-cancellation';
import { cancelDocument } from './cancel-document';
import { cfdiKind } from './fiscal-kinds';

export const cancelCfdi = longCommand(
  (run, request: fiscalCfdi.CancelCfdiRequest, providers: CancellationProviders) =>
    cancelDocument(run, cfdiKind, request, providers),
);
