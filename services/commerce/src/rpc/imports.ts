import type { commerce } from '@timbre/contract';
import { replies, type CallContext, type Rpcs, type Runtime } from '@timbre/kit';
import type { ImportProviders } from '../domain/ports';
import { cancelImport } from '../operations/cancel-import';
import { commitImport } from '../operations/commit-import';
import { createImport } from '../operations/create-import';
import { getImport } from '../operations/get-import';
import { listImportRows } from '../operations/list-import-rows';
import { listImports } from '../operations/list-imports';

/** Returns the rpcs of imports of products, customers and suppliers. */
export const importRpcs = (runtime: Runtime<ImportProviders<CallContext>>) =>
  ({
    listImports: replies(listImports, runtime),
    createImport: replies(createImport, runtime),
    getImport: replies(getImport, runtime),
    listImportRows: replies(listImportRows, runtime),
    commitImport: replies(commitImport, runtime),
    cancelImport: replies(cancelImport, runtime),
  }) satisfies Partial<Rpcs<typeof commerce.CommerceService>>;
