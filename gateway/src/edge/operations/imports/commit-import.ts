import { commitInput, importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const commitImport = operation({
  id: 'commitImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports/{importId}/commit',
  summary: {
    en: 'Write the valid rows of an import',
    es: 'Escribir los renglones válidos de una importación',
  },
  description: {
    en: 'The rows are written after the answer; getImport shows the progress. A row whose record has changed since the preview is not written; its result says so.',
    es: 'Los renglones se escriben después de la respuesta; getImport muestra el avance. Un renglón cuyo registro cambió desde la vista previa no se escribe; su resultado lo dice.',
  },
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
