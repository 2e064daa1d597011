import { taxIdCheck, taxIdInput } from '@timbre/api';
import { operation } from '../operation';

export const checkTaxId = operation({
  id: 'checkTaxId',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/tax-ids/validate',
  summary: 'Compare tax data with the SAT’s registry',
  description:
    'RFC, name, regime and postal code against the page behind the QR of a Constancia, if idCif is given ' +
    'or known, or the latest Constancia that you read. Nothing is saved as a contact; the form and check digit ' +
    'of the RFC are judged even if the register says nothing.',
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
