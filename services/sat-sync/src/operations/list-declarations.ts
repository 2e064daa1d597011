import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { declarationList } from '../store/declarations';

export const listDeclarations = query((read, request: satSync.ListDeclarationsRequest) =>
  read.page(declarationList, request.page, [['r.fiscal_year = $1::int', request.fiscalYear]]),
);
