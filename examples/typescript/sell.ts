// A day at a counter: two sales, a link for one buyer's own invoice, and the global invoice of the rest.
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

const location = { name: 'Centro', code: 'CENTRO', postalCode: '42501' };
await timbre.createLocation({ body: location, idempotencyKey: 'location-centro' });

const sell = async (ticket: string) => {
  const { data } = await timbre.createSalesReceipt({
    body: {
      saleType: 'paid',
      paymentForm: '01',
      items: [
        {
          kind: 'custom',
          description: 'Cuaderno',
          quantity: 2,
          unitPrice: 58,
          taxIncluded: true,
          satProductCode: '14111514',
          satUnitCode: 'H87',
          taxability: 'standard',
          taxRate: 0.16,
        },
      ],
    },
    idempotencyKey: ticket,
  });
  return data;
};
const first = await sell('ticket-1');
const second = await sell('ticket-2');

const link = await timbre.createSelfInvoiceLink({
  path: { documentRef: first.documentRef },
  body: {},
  idempotencyKey: 'ticket-1-link',
});
console.error(`The buyer's page: ${link.data.url}`);

const { data: global } = await timbre.createGlobalInvoice({
  body: { periodicity: '01', period: second.businessDate, documentRefs: [second.documentRef] },
  idempotencyKey: 'global-of-the-day',
});
for (const { documentRef } of global.documents) {
  const path = { documentRef };
  const { data } = await timbre.stampCfdi({ path, idempotencyKey: `stamp-${documentRef}` });
  console.log(JSON.stringify({ sold: first.total, status: data.status, global: data.total }));
}
