import {
  created,
  customItem,
  dataOf,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { issuesOf } from '../refused';
import { printedWords, soundXml } from '../sound-document';

let api: Api;
let customerId: string;
/** The customer of the documents, who imports them. */
let receiver: Api;
beforeAll(async () => {
  api = await documented(await startApi());
  await setUpIssuer(api);
  for (const [code, kind] of [
    ['NC', 'credit_note'],
    ['T', 'transfer'],
  ])
    await created(api, '/v1/settings/series', { code, kind });
  customerId = await newCustomer(api);
  receiver = await documented(await startApi());
  const body = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
  };
  await dataOf(receiver.request('PUT', '/v1/fiscal/profile', { body }));
});

const income = (changes: object = {}) => ({
  kind: 'income',
  customerId,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
  items: [customItem],
  ...changes,
});

async function stamped(body: object): Promise<Shown> {
  const { documentRef } = await created(api, '/v1/cfdi', body);
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
}

async function imported(xml: string): Promise<Shown> {
  const body = { xml: Buffer.from(xml).toString('base64') };
  return dataOf(receiver.request('POST', '/v1/cfdi/imports', { body }));
}

const refused = async (body: object) => issuesOf(await api.request('POST', '/v1/cfdi', { body }));

async function inEnglish({ documentRef }: Shown): Promise<string> {
  const english: Api = {
    ...api,
    request: (method, path, options) => api.request(method, `${path}?language=en`, options),
  };
  return printedWords(english, { documentRef });
}

describe('hydrocarbons', () => {
  const hydrocarbons = { permitType: 'PER01', permitNumber: 'PL/12345/EXP/ES/2015' };
  const gasoline = (changes: object = {}) => ({
    ...customItem,
    description: 'Gasolina regular',
    satProductCode: '15101514',
    satUnitCode: 'LTR',
    quantity: 40,
    unitPrice: 20.5,
    hydrocarbons,
    ...changes,
  });
  const diesel = (subproduct?: string) =>
    gasoline({
      description: 'Diésel',
      satProductCode: '15101505',
      hydrocarbons: { ...hydrocarbons, subproduct },
    });
  const sold = (...items: object[]) => income({ items });

  it('of a filling station are in the XML, on the PDF, in answers and read from the XML', async () => {
    const invoice = await stamped(sold(gasoline(), diesel('SP18'), customItem));
    expect(invoice.items[0]).toMatchObject({ hydrocarbons });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:ComplementoConcepto><hidrocarburospetroliferos:HidroYPetro Version="1.0" TipoPermiso="PER01"' +
        ' NumeroPermiso="PL/12345/EXP/ES/2015" ClaveHYP="15101514" SubProductoHYP="SP16"/>',
    );
    expect(xml).toContain('ClaveHYP="15101505" SubProductoHYP="SP18"/>');
    expect(await printedWords(api, invoice)).toContain(
      'Tipo de permiso: PER01 · Permiso: PL/12345/EXP/ES/2015 · Clave HYP: 15101514 · Subproducto: SP16',
    );
    expect(await inEnglish(invoice)).toContain('Permit: PL/12345/EXP/ES/2015');
    expect(await imported(xml)).toMatchObject({
      items: [
        { hydrocarbons: { ...hydrocarbons, fuelKey: '15101514', subproduct: 'SP16' } },
        {},
        {},
      ],
    });
  });

  it('are on credit notes and on transfers of fuel', async () => {
    const invoice = await stamped(sold(gasoline({ satProductCode: '15101515' })));
    expect(await soundXml(api, invoice)).toContain('SubProductoHYP="SP17"');
    const relatedDocuments = [{ relationship: '01', documents: [invoice.uuid] }];
    const credit = { kind: 'credit_note', customerId, formCode: '03', relatedDocuments };
    const note = await stamped({ ...credit, items: [gasoline({ quantity: 1 })] });
    expect(await soundXml(api, note)).toContain('<hidrocarburospetroliferos:HidroYPetro ');
    const moved = gasoline({ taxability: undefined, taxRate: undefined });
    const transfer = await stamped({ kind: 'transfer', customerId, items: [moved] });
    expect(await soundXml(api, transfer)).toContain('<hidrocarburospetroliferos:HidroYPetro ');
  });

  it.each([
    [gasoline({ hydrocarbons: undefined }), 'satProductCode: complement_required'],
    [gasoline({ satProductCode: '15101513' }), 'hydrocarbons: fuel_key_not_allowed'],
    [gasoline({ satUnitCode: 'H87' }), 'hydrocarbons: fuel_unit_not_allowed'],
    [diesel(), 'hydrocarbons.subproduct: fuel_subproduct_missing'],
    [diesel('SP16'), 'hydrocarbons.subproduct: fuel_subproduct_not_allowed'],
    [diesel('SP99'), 'hydrocarbons.subproduct: not_in_catalog'],
    [
      gasoline({ hydrocarbons: { ...hydrocarbons, permitType: 'PER07' } }),
      'hydrocarbons.permitNumber: permit_number_invalid',
    ],
    [
      gasoline({ hydrocarbons: { ...hydrocarbons, permitType: 'PER99' } }),
      'hydrocarbons.permitType: not_in_catalog',
    ],
  ])('refuse %j', async (item, issue) => {
    expect(await refused(sold(item))).toEqual([`items.0.${issue}`]);
  });
});
