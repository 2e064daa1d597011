import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { importList } from '../store/imports';

export const listImports = query((read, { page, kind, state }: commerce.ListImportsRequest) =>
  read.page(importList, page, [
    ...(kind ? [['r.kind = $1', kind] as [string, unknown]] : []),
    ...(state ? [['r.state = $1', state] as [string, unknown]] : []),
  ]),
);
