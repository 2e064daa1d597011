import { documentParams, mailing, sendInput } from '@timbre/api';
import { operation } from '../operation';

export const sendDocument = operation({
  id: 'sendDocument',
  area: 'files',
  method: 'POST',
  path: '/v1/documents/{documentRef}/send',
  summary: {
    en: 'Send a stamped document by e-mail',
    es: 'Enviar por correo un documento timbrado',
  },
  description: {
    en: 'Queues a mail with XML and PDF for each recipient; listDeliveries shows their state.',
    es: 'Pone en cola un correo con el XML y el PDF para cada destinatario; listDeliveries muestra su estado.',
  },
  permissions: ['files:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: documentParams,
  body: sendInput,
  response: mailing,
  mayWarn: true,
  tool: 'send_document',
  reachesOut: true,
  irreversible: {
    action: { en: 'Send this document by e-mail', es: 'Enviar este documento por correo' },
    consequence: {
      en: 'A sent mail cannot be called back.',
      es: 'Un correo enviado no se puede retirar.',
    },
    sendsTo: ({ recipients }) => recipients,
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.sendDocument({ ...params, ...body }, context)).body,
});
