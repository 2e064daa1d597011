import { accountTransaction, identifier, receivablePaymentInput } from '@timbre/api';
import { z } from 'zod';
import { requirePermissions } from '../../../identity';
import { operation } from '../operation';
import { appliesCredit, paid } from '../payment-amount';
import { getReceivable } from './get-receivable';

export const recordReceivablePayment = operation({
  id: 'recordReceivablePayment',
  area: 'accounts',
  method: 'POST',
  path: '/v1/accounts/receivables/{customerId}/payments',
  summary: { en: 'Record a payment of a customer', es: 'Registrar el pago de un cliente' },
  description: {
    en: 'Covers the documents that the request names, or the oldest debt first; the rest is credit of the customer. `complement` drafts or stamps the payment complement of the covered invoices; a complement that is stamped later certifies the same money, which still counts once. The payment is kept even if its complement cannot be made: the answer says why.',
    es: 'Cubre los documentos que nombra la solicitud, o primero la deuda más antigua; el resto queda como saldo a favor del cliente. `complement` hace el borrador del complemento de pago de las facturas cubiertas, o lo timbra; un complemento que se timbra después certifica el mismo dinero, que sigue contando una sola vez. El pago se conserva aunque su complemento no se pueda hacer: la respuesta dice por qué.',
  },
  permissions: ['receivables:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ customerId: identifier }),
  body: receivablePaymentInput,
  response: accountTransaction,
  mayWarn: true,
  tool: 'record_payment',
  next: 'Invoices with method PPD need a payment complement: prepare_payment_complement, then create_cfdi_draft.',
  irreversible: {
    action: { en: 'Record a payment of this customer', es: 'Registrar un pago de este cliente' },
    consequence: {
      en: 'The payment covers the documents that it names, or else the oldest debt of the customer first.',
      es: 'El pago cubre los documentos que nombra o, si no nombra ninguno, primero la deuda más antigua del cliente.',
    },
    read: { operation: getReceivable, argument: 'customerId' },
    amount: paid,
    kind: 'payment',
    receiver: ({ customerId }) => customerId,
    isInArguments: (payment) => !appliesCredit(payment),
    stamps: ({ complement }) => (complement === 'stamp' ? 'payment_complement' : undefined),
  },
  call: async ({ services }, { params, body }, context, credential) => {
    if (body.complement === 'stamp') requirePermissions(credential, ['invoices:manage']);
    const payment = { ...body, applications: body.applications ?? [] };
    return (await services.accounts.recordReceivablePayment({ ...params, payment }, context)).body;
  },
});
