// `helm test`: a client of the public API that sets an organization up, drafts an invoice and stamps it at
// the simulated authority. After an unexpected answer the script prints the answer and exits with status 1.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL: baseUrl, ORGANIZATION_FILE: file } = process.env;
const { apiKey } = JSON.parse(readFileSync(file, 'utf8'));
const deadline = Date.now() + 120_000;

const issuer = { rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' };
const customer = {
  kind: 'customer',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  address: { postalCode: '86991', country: 'MEX' },
  cfdiUse: 'G03',
};
const item = {
  kind: 'custom',
  description: 'Servicio de prueba',
  quantity: 1,
  unitPrice: 100,
  satProductCode: '81111508',
  satUnitCode: 'E48',
  taxability: 'standard',
  taxRate: 0.16,
};

/**
 * Retries the request with the same idempotency key while the answer is retryable or a service is still
 * starting.
 */
async function call(method, path, body) {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  for (;;) {
    // If a request got no answer, it is sent again.
    const response = await fetch(`${baseUrl}${path}`, request).catch(() => undefined);
    const text = (await response?.text()) ?? 'no answer';
    if (response?.ok) return text.startsWith('{') ? JSON.parse(text).data : text;
    const waitSeconds = response ? Number(response.headers.get('retry-after')) : 1;
    if (!waitSeconds || Date.now() > deadline)
      throw new Error(`${method} ${path} answered ${response?.status}: ${text}`);
    await sleep(waitSeconds * 1000);
  }
}

await call('PUT', '/v1/fiscal/profile', { ...issuer, taxSystem: '601', postalCode: '42501' });
const minted = await call('POST', '/v1/sandbox/certificates', { kind: 'csd', ...issuer });
const { certificate, privateKey, passphrase } = minted;
await call('POST', '/v1/fiscal/certificates', { certificate, privateKey, passphrase });
await call('POST', '/v1/settings/series', { code: 'A', kind: 'income', nextFolio: 1 });
const { contactId } = await call('POST', '/v1/contacts', customer);
const { documentRef } = await call('POST', '/v1/cfdi', {
  kind: 'income',
  customerId: contactId,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
  items: [item],
});
await call('POST', `/v1/cfdi/${documentRef}/stamp`);
const { uuid, status } = await call('GET', `/v1/cfdi/${documentRef}`);
if (status !== 'valid') throw new Error(`${documentRef} is ${status}`);
const xml = await call('GET', `/v1/documents/${documentRef}/files/xml`);
if (!xml.includes(uuid)) throw new Error(`the XML of ${documentRef} does not have its stamp`);
console.log(`${documentRef} stamped as ${uuid}`);
