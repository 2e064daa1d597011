import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const fileOf = (name: string) => readFileSync(join(__dirname, 'of-others', name));

const imported = (name: string): Promise<Shown> =>
  dataOf(
    api.request('POST', '/v1/cfdi/imports', { body: { xml: fileOf(name).toString('base64') } }),
  );

it.each(['efirma.xml', 'addenda-text.xml'])(
  'importCfdiXml stores %s byte for byte',
  async (name) => {
    const { documentRef, ...shown } = await imported(name);
    expect(shown).toMatchObject({ direction: 'received', total: { amount: 1160 } });
    // This deployment does not know the PAC that stamped these documents.
    expect(shown.warnings).toMatchObject([{ code: 'pac_not_known' }]);
    const file = await api.request('GET', `/v1/documents/${documentRef}/files/xml`);
    expect(file.bytes.equals(fileOf(name))).toBe(true);
  },
);

it('the open balance of a CFDI 3.3 invoice is reduced by its complement with Pagos 1.0', async () => {
  const shop = await startDocumentedIssuer();
  api = shop;
  const supplier = { kind: 'supplier', legalName: 'XOCHITL CASAS CHAVEZ', rfc: 'CACX7605101P8' };
  await created(shop, '/v1/contacts', supplier);
  const { documentRef } = await imported('invoice-33.xml');
  expect(await imported('payment-33.xml')).toMatchObject({
    kind: 'payment_complement',
    complement: { documents: [{ installment: 1, amount: 500, remainingBalance: 660 }] },
  });
  expect(await dataOf(shop.request('GET', `/v1/cfdi/${documentRef}`))).toMatchObject({
    payment: { remainingBalance: 660 },
  });
  const owed = await until(
    60_000,
    async () => (await shop.request('GET', '/v1/accounts/payables')).json.data as Shown[],
    ([row]) => row?.total === 660,
  );
  expect(owed).toMatchObject([{ total: 660, openDocuments: 1 }]);
});
