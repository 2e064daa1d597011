import {
  created,
  dataOf,
  incomeInput,
  newCustomer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { soundXml as soundXmlOf } from '../sound-document';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
});

const draft = (changes: object) => created(api, '/v1/cfdi', incomeInput(customerId, changes));
const stamp = ({ documentRef }: Shown) =>
  dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
const fileOf = async ({ documentRef }: Shown, format: string) =>
  (await api.request('GET', `/v1/documents/${documentRef}/files/${format}`)).bytes;

const soundXml = (document: Shown) => soundXmlOf(api, document);

it('local taxes are in the complement, the total and the responses', async () => {
  const localTaxes = [
    { kind: 'transferred', name: 'ISH', rate: 3.5, base: 100 },
    { kind: 'withheld', name: '5 AL MILLAR', rate: 0.5 },
  ];
  const local = [
    { kind: 'transferred', name: 'ISH', rate: '3.50', amount: '3.50' },
    { kind: 'withheld', name: '5 AL MILLAR', rate: '0.50', amount: '1.01' },
  ];
  const shown = { total: { amount: 235.65 }, fiscal: { taxes: { local } } };
  const body = incomeInput(customerId, { localTaxes });
  expect((await api.request('POST', '/v1/cfdi/preview', { body })).json.data).toMatchObject(shown);
  const document = await stamp(await draft({ localTaxes }));
  expect(document).toMatchObject(shown);
  expect(await soundXml(document)).toContain('TotaldeTraslados="3.50"');
});

it('a document of a branch has the postal code and the local time of that branch', async () => {
  const document = await stamp(await draft({ placeOfIssue: '22010', exportation: '04' }));
  expect(document).toMatchObject({ fiscal: { placeOfIssue: '22010', exportation: '04' } });
  const xml = await soundXml(document);
  expect(xml).toContain('LugarExpedicion="22010"');
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Tijuana',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const fecha = Date.parse(`${/Fecha="([^"]+)"/.exec(xml)![1]}Z`);
  const there = Date.parse(`${local.format(Date.now()).replace(' ', 'T')}Z`);
  expect(Math.abs(there - fecha)).toBeLessThan(600_000);
});

it('the duplicate of an invoice relates only to documents that the invoice does not replace', async () => {
  const old = await stamp(await draft({}));
  const debit = { relationship: '02', documents: [old.uuid] };
  const relatedDocuments = [debit, { relationship: '04', documents: [old.uuid] }];
  const warnings = [{ code: 'replaced_document_valid' }];
  const body = incomeInput(customerId, { relatedDocuments });
  expect((await api.request('POST', '/v1/cfdi/preview', { body })).json.data).toMatchObject({
    issues: [],
    warnings,
  });
  const draftAgain = await draft({ relatedDocuments });
  expect(draftAgain).toMatchObject({ relatedDocuments, warnings });
  const document = await stamp(draftAgain);
  expect(await soundXml(document)).toContain(`<cfdi:CfdiRelacionado UUID="${old.uuid}"/>`);
  const { relations } = await dataOf(api.request('GET', `/v1/cfdi/${old.documentRef}/relations`));
  expect(relations).toHaveLength(2);
  expect(relations).toContainEqual(
    expect.objectContaining({ relationship: '04', documentRef: document.documentRef }),
  );
  const copy = await created(api, `/v1/cfdi/${document.documentRef}/duplicate`, {});
  // A duplicate does not replace the original document.
  expect(copy).toMatchObject({ relatedDocuments: [debit] });
});

it('an imported document has the same values of these fields as its XML', async () => {
  const document = await stamp(
    await draft({
      relatedDocuments: [{ relationship: '02', documents: [crypto.randomUUID()] }],
      localTaxes: [{ kind: 'transferred', name: 'ISH', rate: 3 }],
    }),
  );
  const elsewhere = await startDocumentedIssuer();
  const xml = (await fileOf(document, 'xml')).toString('base64');
  const imported = await created(elsewhere, '/v1/cfdi/imports', { xml });
  const { relatedDocuments, fiscal, cfdiUse } = document;
  expect(imported).toMatchObject({ relatedDocuments, cfdiUse, fiscal: { taxes: fiscal.taxes } });
});

it('faults in the fields of a document are reported by their path', async () => {
  const body = incomeInput(customerId, {
    globalPeriod: { periodicity: '9', months: '19', year: 2018 },
    localTaxes: [{ kind: 'both', name: '', rate: 3.125, base: 0 }],
    exportation: '09',
    confirmation: 'abc',
    placeOfIssue: '00000',
    relatedDocuments: [],
  });
  expect(issuesOf(await api.request('POST', '/v1/cfdi', { body })).sort()).toEqual([
    'confirmation: invalid_format',
    'exportation: not_in_catalog',
    'globalPeriod.months: not_in_catalog',
    'globalPeriod.periodicity: not_in_catalog',
    'globalPeriod.year: too_small',
    'localTaxes.0.base: too_small',
    'localTaxes.0.kind: invalid_value',
    'localTaxes.0.name: too_small',
    'localTaxes.0.rate: too_many_decimals',
    'placeOfIssue: not_in_catalog',
    'relatedDocuments: too_small',
  ]);
});
