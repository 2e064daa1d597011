import {
  created,
  dataOf,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../api/documented';
import { printedWords, soundXml } from '../api/sound-document';
import { goldenDocuments } from './documents';
import { addressOfIssuers, issuers, receivers, type Golden, type Receivers } from './draft';

/** An issuer of golden documents, its receivers, and a second organization that reads its documents. */
interface Party {
  readonly api: Api;
  readonly receivers: Receivers;
  readonly reader: Api;
}

/** An organization may download twenty files at once, and each document is downloaded twice. */
const documentsMax = 8;

/** The parties of the documents so far, each with documents of one field and issuer. */
const parties = new Map<string, { documents: number; party: Promise<Party> }>();

function partyOf({ field, issuer = 'company' }: Golden): Promise<Party> {
  const key = `${field} ${issuer}`;
  const known = parties.get(key);
  const used =
    known && known.documents < documentsMax
      ? known
      : { documents: 0, party: startParty(issuers[issuer]) };
  parties.set(key, { ...used, documents: used.documents + 1 });
  return used.party;
}

async function startParty(given: (typeof issuers)[keyof typeof issuers]): Promise<Party> {
  const profile = { ...given, postalCode: '42501', address: addressOfIssuers };
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

async function receiversOf(api: Api, issuer: (typeof issuers)[keyof typeof issuers]) {
  const identified: Record<string, string> = {};
  for (const [name, contact] of Object.entries(receivers(issuer)))
    identified[name] = await newCustomer(api, contact);
  return identified as Receivers;
}

async function stamped(golden: Golden): Promise<Shown> {
  const { api, receivers } = await partyOf(golden);
  const { documentRef } = await created(api, '/v1/cfdi', golden.draft(receivers));
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
}

it.each(goldenDocuments.map((golden) => [golden.field, golden.says, golden] as const))(
  '%s: %s is sealed, printed and read',
  async (_field, _says, golden) => {
    const { api, reader } = await partyOf(golden);
    const document = await stamped(golden);
    expect(document).not.toHaveProperty('warnings');
    const xml = await soundXml(api, document);
    expect(xml).toContain(golden.xml);
    expect(await printedWords(api, document)).toContain(golden.printed);
    const body = { xml: Buffer.from(xml).toString('base64') };
    const read = await dataOf(reader.request('POST', '/v1/cfdi/imports', { body }));
    expect(read.warnings ?? []).toEqual([]);
    // Answers have the total with its local taxes, but not the taxes.
    if (golden.field === 'localTaxes') return;
    for (const shown of [document, read])
      expect([shown, ...shown.items].some((one) => golden.field in one)).toBe(true);
  },
);
