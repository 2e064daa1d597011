// Records a payment of an invoice on credit and stamps its payment complement (CFDI of type P) at once. Give the
// identifiers of the customer and of the invoice.
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });
const [customerId = '', documentRef = ''] = process.argv.slice(2);

const { data: invoice } = await timbre.getCfdi({ path: { documentRef } });
const { amount } = invoice.total;
const { issuedLocalDateTime = '' } = invoice;

const { data: payment } = await timbre.recordReceivablePayment({
  path: { customerId },
  body: {
    amount,
    formCode: '03',
    paidOn: issuedLocalDateTime.slice(0, 10),
    complement: 'stamp',
    applications: [{ documentRef, amount }],
  },
  idempotencyKey: 'bank-transfer-5521',
});
const { kind, complement } = payment;
console.log(JSON.stringify({ kind, complement: complement?.status }));
