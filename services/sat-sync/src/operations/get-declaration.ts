import type { satSync } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { declarationResource } from '../store/declarations';

export const getDeclaration = query((read, { documentRef }: satSync.GetDeclarationRequest) =>
  read.resource(declarationResource, parseDocumentRef(documentRef, 'declaration')?.id ?? ''),
);
