import { dataOf, newStampedWithholding, newWithholdingSeries } from '@timbre/testkit/client';
import { satTaxpayer, synchronized, withCsd } from './taxpayer';

const path = '/v1/withholdings';

interface Document {
  documentRef: string;
  uuid: string;
  direction: string;
}

describe('200', () => {
  it('a synchronization stores each withholding document of other issuers once with its XML, and no document that Timbre issued', async () => {
    const issuer = await satTaxpayer();
    const holder = await satTaxpayer();
    await withCsd(issuer);
    await newWithholdingSeries(issuer.api);
    const legalName = 'EMPRESA DE PRUEBA';
    const receiver = { kind: 'national', rfc: holder.rfc, legalName, postalCode: '06000' };
    const { uuid } = await newStampedWithholding(issuer.api, { receiver });
    const list = async () =>
      (await holder.api.request('GET', path)).json.data as unknown as Document[];
    const received = { sources: ['received_withholdings'] };
    const read = await synchronized(holder, received, ({ state }) => state === 'completed');
    expect(read.sources).toMatchObject([
      {
        source: 'received_withholdings',
        found: 1,
        imported: 1,
        skipped: 0,
        requests: expect.arrayContaining([expect.objectContaining({ requestType: 'withholding' })]),
      },
    ]);
    const [document] = await list();
    expect(document).toMatchObject({ uuid, direction: 'received' });
    const xml = await holder.api.request('GET', `/v1/documents/${document!.documentRef}/files/xml`);
    expect(xml.bytes.toString()).toContain(`UUID="${String(uuid)}"`);
    const again = await synchronized(holder, received, ({ state }) => state === 'completed');
    expect(again.sources).toMatchObject([{ found: 1, imported: 0 }]);
    expect(await list()).toHaveLength(1);
    const sources = ['issued_withholdings'];
    const own = await synchronized(issuer, { sources }, ({ state }) => state === 'completed');
    expect(own.sources).toMatchObject([{ found: 1, imported: 0 }]);
    const { items } = await dataOf(holder.api.request('GET', '/v1/sat/quotas'));
    expect(items).toContainEqual(
      expect.objectContaining({ requestType: 'withholding', direction: 'received', uses: 1 }),
    );
  }, 180_000);
});
