import { commitInput, importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const commitImport = operation({
  id: 'commitImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports/{importId}/commit',
  summary: 'Write the valid rows of an import',
  description:
    'The rows are written after the answer; getImport shows the progress. A row whose record has changed since the preview is not written; its result says so.',
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: importParams,
  body: commitInput,
  response: importJob,
  call: async ({ services }, { params, body: { onlyIfAllValid = false } }, context) =>
    (await services.commerce.commitImport({ ...params, onlyIfAllValid }, context)).body,
});
