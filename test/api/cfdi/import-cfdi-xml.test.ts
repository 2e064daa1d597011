import { dataOf, newCustomer, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let issuer: Api;
let receiver: Api;
let stamped: Shown;
let xml: string;
beforeAll(async () => {
  issuer = await startDocumentedIssuer();
  receiver = await startDocumentedIssuer();
  const profile = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
  };
  const csd = await dataOf(receiver.request('GET', '/v1/fiscal/certificates'));
  for (const { certificateId } of csd as unknown as Shown[]) {
    await dataOf(receiver.request('DELETE', `/v1/fiscal/certificates/${certificateId}`));
  }
  await dataOf(receiver.request('PUT', '/v1/fiscal/profile', { body: profile }));
  stamped = await newStamped(issuer);
  const file = await issuer.request('GET', `/v1/documents/${stamped.documentRef}/files/xml`);
  xml = file.bytes.toString('base64');
});

const importTo = (api: Api, body: object) => api.request('POST', '/v1/cfdi/imports', { body });

describe('201', () => {
  it("importCfdiXml imports the issuer's document and stores it byte for byte", async () => {
    const { status, json } = await importTo(receiver, { xml });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      direction: 'received',
      status: 'valid',
      uuid: stamped.uuid,
      total: stamped.total,
      folio: stamped.folio,
      completeness: 'complete',
      counterpartyName: 'ESCUELA KEMPER URGATE',
    });
    const path = `/v1/documents/${json.data.documentRef}/files/xml`;
    expect((await receiver.request('GET', path)).bytes.toString('base64')).toBe(xml);
  });
});

it('the XML of an import may be larger than other request bodies, and an error states its limit', async () => {
  const padded = (bytes: number) => Buffer.from(`<a>${'x'.repeat(bytes)}</a>`).toString('base64');
  expect(issuesOf(await importTo(issuer, { xml: padded(5_200_000) }))).toEqual([
    'xml: document_invalid',
  ]);
  expect(issuesOf(await importTo(issuer, { xml: padded(5_300_000) }))).toEqual([
    ': body_too_large',
  ]);
});

describe('400', () => {
  it('importCfdiXml reports the fault of the file', async () => {
    expect(issuesOf(await importTo(issuer, { xml: 'PGE+' }))).toEqual(['xml: xml_invalid']);
    const body = { customerId: await newCustomer(issuer) };
    expect((await importTo(issuer, body)).status).toBe(400);
  });
});

describe('409', () => {
  it('importCfdiXml refuses a document that the organization already has', async () => {
    expect(refusalOf(await importTo(issuer, { xml }))).toBe('409 conflict cfdi_exists');
  });
});
