import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { Import, importResource, importRowList } from '../store/imports';

/** Lists the rows of an import in the order of the file. An expired import has no rows. */
export const listImportRows = query(async (read, request: commerce.ListImportRowsRequest) => {
  const { page, action, hasIssues } = request;
  const job = await read.get(Import, request.importId, importResource.name);
  return read.page(importRowList, page, [
    ...byIdentifier('r.import_id', job.id),
    ...(action ? [['r.action = $1', action] as [string, unknown]] : []),
    ...(hasIssues === undefined ? [] : [['r.has_issues = $1', hasIssues] as [string, unknown]]),
  ]);
});
