import { accountTransaction, identifier, payablePaymentInput } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { appliesCredit, paid } from '../payment-amount';
import { getPayable } from './get-payable';

export const recordPayablePayment = operation({
  id: 'recordPayablePayment',
  area: 'accounts',
  method: 'POST',
  path: '/v1/accounts/payables/{supplierId}/payments',
  summary: { en: 'Record a payment to a supplier', es: 'Registrar un pago a un proveedor' },
  description: {
    en: 'Covers the expenses and received invoices that the request names, or the oldest debt first; the rest is an advance.',
    es: 'Cubre los gastos y las facturas recibidas que nombra la solicitud, o primero la deuda más antigua; el resto es un anticipo.',
  },
  permissions: ['payables:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ supplierId: identifier }),
  body: payablePaymentInput,
  response: accountTransaction,
  mayWarn: true,
  irreversible: {
    action: { en: 'Record a payment to this supplier', es: 'Registrar un pago a este proveedor' },
    consequence: {
      en: 'The payment covers the documents that it names, or else the oldest debt to the supplier first.',
      es: 'El pago cubre los documentos que nombra o, si no nombra ninguno, primero la deuda más antigua con el proveedor.',
    },
    read: { operation: getPayable, argument: 'supplierId' },
    amount: paid,
    kind: 'payment',
    receiver: ({ supplierId }) => supplierId,
    isInArguments: (payment) => !appliesCredit(payment),
  },
  call: async ({ services }, { params, body }, context) => {
    const payment = { ...body, applications: body.applications ?? [] };
    return (await services.accounts.recordPayablePayment({ ...params, payment }, context)).body;
  },
});
