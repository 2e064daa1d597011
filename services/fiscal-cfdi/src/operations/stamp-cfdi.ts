import type { fiscalCfdi } from '@timbre/contract';
import { longCommand } from '@timbre/kit';
import { cfdiKind } from './fiscal-kinds';
import { stampDocument, type StampingProviders } from './stamp-document';

export const stampCfdi = longCommand(
  (run, { documentRef }: fiscalCfdi.StampCfdiRequest, providers: StampingProviders) =>
    stampDocument(run, cfdiKind, documentRef, providers),
);
