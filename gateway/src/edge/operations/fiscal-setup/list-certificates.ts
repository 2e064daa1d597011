import { certificate, certificateKind, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCertificates = operation({
  id: 'listCertificates',
  area: 'fiscalSetup',
  method: 'GET',
  path: '/v1/fiscal/certificates',
  summary: { en: 'List certificates', es: 'Listar los certificados' },
  description: {
    en: 'CSD and FIEL that were uploaded, without their keys.',
    es: 'Los CSD y las FIEL que se cargaron, sin sus llaves.',
  },
  permissions: ['fiscal:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ kind: certificateKind.optional() }),
  response: certificate,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (
      await services.fiscalCfdi.listCertificates(
        { page: pageRequest(query), kind: query.kind },
        context,
      )
    ).body,
});
