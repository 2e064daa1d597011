import { taxIdCheck, taxIdInput } from '@timbre/api';
import { operation } from '../operation';

export const checkTaxId = operation({
  id: 'checkTaxId',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/tax-ids/validate',
  summary: {
    en: 'Compare tax data with the SAT’s registry',
    es: 'Comparar datos fiscales con el registro del SAT',
  },
  description: {
    en: 'Compares the data with the page behind the QR of a Constancia, if idCif is given or known, or else with the latest Constancia that you read. Saves no contact. The form and check digit of the RFC are checked even without such data.',
    es: 'Compara RFC, nombre, régimen y código postal con la página a la que lleva el QR de una Constancia, si se da o se conoce el idCif, o con la última Constancia que se leyó. No guarda ningún contacto. La forma y el dígito verificador del RFC se revisan también sin esos datos.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  body: taxIdInput,
  response: taxIdCheck,
  tool: 'check_tax_id',
  call: async ({ services }, { body }, context) =>
    (await services.satSync.checkTaxId(body, context)).body,
});
