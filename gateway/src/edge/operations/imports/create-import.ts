import { importInput, importJob } from '@timbre/api';
import { operation } from '../operation';

export const createImport = operation({
  id: 'createImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports',
  summary: {
    en: 'Import products, customers or suppliers from a file',
    es: 'Importar productos, clientes o proveedores de un archivo',
  },
  description: {
    en: 'Reads an uploaded CSV or XLSX into a preview; only commitImport changes records. The headings are the field names of the API, or their Spanish names. A row updates the product with its sku (else its code) or the contact with its code (else its RFC), or creates a record. An empty cell leaves a field as it is; `-` clears it.',
    es: 'Lee un CSV o XLSX cargado y prepara una vista previa; solo commitImport cambia los registros. Los encabezados son los nombres de los campos de la API, o sus nombres en español. Un renglón cambia el producto con su sku (sin él: su código) o el contacto con su código (sin él: su RFC), o crea uno. Una celda vacía deja el campo como está; `-` lo borra.',
  },
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
