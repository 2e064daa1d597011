import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import { withholdingKind } from './fiscal-kinds';
import { stampDocument, type StampingProviders } from './stamp-document';

export const stampWithholding = longCommand(
  (run, { documentRef }: fiscalCfdi.StampWithholdingRequest, providers: StampingProviders) =>
    stampDocument(run, withholdingKind, documentRef, providers),
);
