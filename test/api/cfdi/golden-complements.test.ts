import { documentComplements, itemComplements } from '../../../packages/api/src';
import {
  created,
  dataOf,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { printedWords, soundXml } from '../sound-document';
import { goldenDocuments } from '../../golden/documents';
import { issuers, type Golden, type Receivers } from '../../golden/draft';

/** An issuer of golden documents, its receivers, and a second organization that reads its documents. */
interface Party {
  readonly api: Api;
  readonly receivers: Receivers;
  readonly reader: Api;
}

const parties = {} as Record<keyof typeof issuers, Party>;
beforeAll(async () => {
  for (const [name, profile] of Object.entries(issuers))
    parties[name as keyof typeof issuers] = await startParty(profile);
});

const address = {
  street: 'Avenida de las Pruebas',
  exterior: '100',
  postalCode: '42501',
  country: 'MEX',
};

async function startParty(given: (typeof issuers)[keyof typeof issuers]): Promise<Party> {
  const profile = { ...given, postalCode: '42501', address };
  const [api, reader] = [await documented(await startApi()), await documented(await startApi())];
  await setUpIssuer(api, profile);
  for (const [code, kind] of [
    ['NC', 'credit_note'],
    ['T', 'transfer'],
  ])
    await created(api, '/v1/settings/series', { code, kind });
  await dataOf(reader.request('PUT', '/v1/fiscal/profile', { body: profile }));
  return { api, reader, receivers: await receiversOf(api, given) };
}

async function receiversOf(api: Api, issuer: object): Promise<Receivers> {
  const abroad = { rfc: 'XEXX010101000', taxSystem: '616', cfdiUse: 'S01' };
  return {
    company: await newCustomer(api),
    person: await newCustomer(api, {
      legalName: 'XOCHILT CASAS CHAVEZ',
      rfc: 'CACX7605101P8',
      taxSystem: '612',
      address: { postalCode: '36257', country: 'MEX' },
    }),
    ourselves: await newCustomer(api, {
      ...issuer,
      cfdiUse: 'S01',
      address: { postalCode: '42501', country: 'MEX' },
    }),
    texan: await newCustomer(api, {
      ...abroad,
      legalName: 'SAMPLE BUYER LLC',
      taxResidence: 'USA',
      foreignTaxId: '121585958',
      address: { postalCode: '75201', country: 'USA' },
    }),
    german: await newCustomer(api, {
      ...abroad,
      legalName: 'MUSTER GMBH',
      taxResidence: 'DEU',
      foreignTaxId: 'DE811569869',
      address: { postalCode: '20095', country: 'DEU' },
    }),
  };
}

const partyOf = ({ issuer = 'company' }: Golden): Party => parties[issuer];

async function stamped(golden: Golden): Promise<Shown> {
  const { api, receivers } = partyOf(golden);
  const { documentRef } = await created(api, '/v1/cfdi', golden.draft(receivers));
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
}

it('every complement has at least three golden documents', () => {
  const fields = [
    ...Object.keys(documentComplements),
    ...Object.keys(itemComplements),
    'localTaxes',
    'thirdParty',
    'customsNumbers',
    'propertyTaxAccounts',
  ];
  const counts = fields.map((name) => goldenDocuments.filter(({ field }) => field === name).length);
  expect(counts.filter((count) => count < 3)).toEqual([]);
});

it.each(goldenDocuments.map((golden) => [golden.field, golden.says, golden] as const))(
  '%s: %s is sealed, printed and read',
  async (_field, _says, golden) => {
    const { api, reader } = partyOf(golden);
    const document = await stamped(golden);
    expect(document).not.toHaveProperty('warnings');
    const xml = await soundXml(api, document);
    expect(xml).toContain(golden.xml);
    expect(await printedWords(api, document)).toContain(golden.printed);
    const body = { xml: Buffer.from(xml).toString('base64') };
    const read = await dataOf(reader.request('POST', '/v1/cfdi/imports', { body }));
    expect(read.warnings ?? []).toEqual([]);
    for (const shown of [document, read])
      expect([shown, ...shown.items].some((one) => golden.field in one)).toBe(true);
  },
);
