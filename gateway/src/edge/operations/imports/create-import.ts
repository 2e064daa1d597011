import { importInput, importJob } from '@timbre/api';
import { operation } from '../operation';

export const createImport = operation({
  id: 'createImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports',
  summary: 'Import products, customers or suppliers from a file',
  description:
    'Reads an uploaded CSV or XLSX into a preview; only commitImport changes records. The headings are the field names of the API, or their Spanish names. A row changes the product with its sku (without one: its code) or the contact with its code (without one: its RFC), or creates one. An empty cell leaves a field as it is; `-` clears it.',
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  body: importInput,
  response: importJob,
  errors: ['not_found'],
  call: async ({ services }, { body }, context) =>
    (await services.commerce.createImport(body, context)).body,
});
