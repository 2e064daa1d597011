import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenAll, writtenMoney } from '../subject';

export const getWithholding = operation({
  id: 'getWithholding',
  area: 'withholdings',
  method: 'GET',
  path: '/v1/withholdings/{documentRef}',
  summary: { en: 'Get a withholding document', es: 'Consultar un CFDI de retenciones' },
  description: {
    en: 'The answer has taxes, stamp and cancellation.',
    es: 'La respuesta trae impuestos, timbre y cancelación.',
  },
  permissions: ['withholdings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  subject: ({ category, status, series, folio, receiver, total, totals, ...shown }) => ({
    kind: category,
    amount: pesosOf(total),
    parties: [receiver.rfc, receiver.taxId],
    facts: factsOf({
      document: [category, status],
      folio: [series, folio],
      receiver: receiver.legalName,
      rfc: receiver.rfc,
      amounts: [fact('total', writtenMoney(total)), fact('totals', writtenAll(totals))],
      uuid: shown.uuid,
    }),
  }),
  tool: 'get_document',
  choice: 'withholding',
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.getWithholding(params, context)).body,
});
