// Creates a customer with all data that an invoice needs.
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

const { data, warnings = [] } = await timbre.createContact({
  body: {
    kind: 'customer',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    rfc: 'URE180429TM6',
    taxSystem: '601',
    cfdiUse: 'G03',
    email: 'compras@example.com',
    address: { postalCode: '86991', country: 'MEX' },
  },
  idempotencyKey: 'customer-1043',
});
for (const { path, message } of warnings) console.error(path.join('.'), message);
const { contactId, legalName, rfc } = data;
console.log(JSON.stringify({ contactId, legalName, rfc }));
