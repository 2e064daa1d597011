import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { importResource } from '../store/imports';

export const getImport = query((read, { importId }: commerce.GetImportRequest) =>
  read.resource(importResource, importId),
);
