import { cancelImport } from './cancel-import';
import { commitImport } from './commit-import';
import { createImport } from './create-import';
import { getImport } from './get-import';
import { listImportRows } from './list-import-rows';
import { listImports } from './list-imports';

export const imports = [
  cancelImport,
  commitImport,
  createImport,
  getImport,
  listImportRows,
  listImports,
];
