import { Decimal } from '@timbre/fiscal';
import { centralTime } from '../src/clock';
import { ISSUER, mintOver, sealedIncome, sealedRetention, signerOf } from './documents';
import { finkokClient } from './finkok-client';
import { disposeSimulators, runSimulator, type Running } from './simulator';
import { swClient, type SwResponse } from './sw-client';

let simulator: Running;
let sw: ReturnType<typeof swClient>;

beforeAll(async () => {
  simulator = await runSimulator();
  sw = swClient(simulator.url);
});
afterAll(disposeSimulators);

async function refusalOf(xml: string): Promise<string> {
  const answer: SwResponse = await sw.stamp(xml);
  expect(answer).toMatchObject({ http: 400, status: 'error', data: null });
  return String(answer.message).split(/[. ]/)[0]!;
}

async function signerWith(changes: object) {
  const { rfc, legalName } = ISSUER;
  return signerOf(await mintOver(simulator.url, { kind: 'csd', rfc, legalName, ...changes }));
}

function hoursAgo(hours: number): string {
  return centralTime(new Date(Date.now() - hours * 3_600_000));
}

describe('structure', () => {
  test.each([
    ['text that is not XML', 'hola'],
    ['a document cut short', '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"'],
    ['a document type declaration', '<!DOCTYPE a [<!ENTITY b "c">]><cfdi:Comprobante/>'],
  ])('%s is refused with code 301', async (_case, xml) => {
    expect(await refusalOf(`${xml}<Comprobante >`)).toBe('301');
  });

  test('a missing required attribute is refused with code 301', async () => {
    const xml = sealedIncome(simulator.signer).replace(' Exportacion="01"', '');
    expect(await refusalOf(xml)).toBe('301');
  });

  test('a complement that breaks its schema is refused with code 301, the path and the reason', async () => {
    const exchange =
      '<divisas:Divisas xmlns:divisas="http://www.sat.gob.mx/divisas" version="1.0" tipoOperacion="cambio"/>';
    const xml = sealedIncome(simulator.signer).replace(
      '</cfdi:Comprobante>',
      `<cfdi:Complemento>${exchange}</cfdi:Complemento></cfdi:Comprobante>`,
    );
    const { message, messageDetail } = await sw.stamp(xml);
    expect(message).toMatch(/^301 /);
    expect(messageDetail).toBe(
      'cfdi:Comprobante/cfdi:Complemento/divisas:Divisas@tipoOperacion: el valor de tipoOperacion no cumple con el patrón',
    );
  });

  test('a document that already has a stamp is refused with code 307', async () => {
    const stamped = await sw.stamp(sealedIncome(simulator.signer));
    const other = sealedIncome(simulator.signer);
    const withForeignStamp = other.replace(
      '</cfdi:Comprobante>',
      `<cfdi:Complemento>${stamped.data?.['tfd']}</cfdi:Complemento></cfdi:Comprobante>`,
    );
    expect(await refusalOf(withForeignStamp)).toBe('307');
  });
});

describe('seal', () => {
  test('a value changed after sealing is refused with code CFDI40102', async () => {
    const xml = sealedIncome(simulator.signer, { total: '700.00' });
    expect(await refusalOf(xml.replaceAll('700.00', '600.00'))).toBe('CFDI40102');
  });

  test('a Sello that is not base64 of 2048 bits is refused with code 302', async () => {
    const xml = sealedIncome(simulator.signer).replace(/ Sello="[^"]+"/, ' Sello="bm8="');
    expect(await refusalOf(xml)).toBe('302');
  });
});

describe('certificate', () => {
  test('a FIEL is refused with code 306', async () => {
    expect(await refusalOf(sealedIncome(await signerWith({ kind: 'fiel' })))).toBe('306');
  });

  test('a CSD of another RFC is refused with code 303', async () => {
    expect(await refusalOf(sealedIncome(await signerWith({ rfc: 'XIA190128J61' })))).toBe('303');
  });

  test('a revoked CSD is refused with code 304', async () => {
    const signer = await signerWith({});
    const path = `/authority/certificates/${signer.certificateNumber}/revoke`;
    await fetch(`${simulator.url}${path}`, { method: 'POST' });
    expect(await refusalOf(sealedIncome(signer))).toBe('304');
  });

  test('an expired CSD and a CSD that is not yet valid are refused with code 305', async () => {
    const expired = await signerWith({ validTo: new Date(Date.now() - 120_000).toISOString() });
    expect(await refusalOf(sealedIncome(expired))).toBe('305');
    const future = await signerWith({ validFrom: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await refusalOf(sealedIncome(future))).toBe('305');
  });

  test('a CSD of another authority is refused with code 308', async () => {
    const stranger = await runSimulator();
    expect(await refusalOf(sealedIncome(stranger.signer))).toBe('308');
  });

  test("a NoCertificado that differs from the certificate's is refused with code 301", async () => {
    const signer = { ...simulator.signer, certificateNumber: '30001000000900000000' };
    expect(await refusalOf(sealedIncome(signer))).toBe('301');
  });
});

describe('dates', () => {
  test('a document within 72 hours is stamped, and an older document is refused with 401', async () => {
    const inside = await sw.stamp(sealedIncome(simulator.signer, { fecha: hoursAgo(71.9) }));
    expect(inside.status).toBe('success');
    expect(await refusalOf(sealedIncome(simulator.signer, { fecha: hoursAgo(72.1) }))).toBe('401');
  });

  test('a document from the future is refused with code 401', async () => {
    expect(await refusalOf(sealedIncome(simulator.signer, { fecha: hoursAgo(-1) }))).toBe('401');
  });

  test('a repeated request for a stamp older than 72 hours is answered 401, no longer 307', async () => {
    const other = await runSimulator();
    const client = swClient(other.url);
    const xml = sealedIncome(other.signer);
    await client.stamp(xml);
    expect((await client.stamp(xml)).message).toMatch(/^307/);
    other.clock.advance(73 * 3600);
    expect((await client.stamp(xml)).message).toMatch(/^401 - /);
  });
});

describe("the SAT's matrix", () => {
  test.each([
    ['a use that the regime does not allow', 'CFDI40161', { cfdiUse: 'D01' }],
    ['a regime of the other kind of person', 'CFDI40158', { receiverRegime: '612' }],
    [
      'a pedimento of a patent that did not operate',
      'CFDI40194',
      { pedimento: '24  48  9999  4001234' },
    ],
    ['a place of issue that does not exist', 'CFDI40126', { placeOfIssue: '00001' }],
    ['a total that differs from the sum', 'CFDI40119', { total: '5000.00', subTotal: '5000.01' }],
  ])("the SAT's matrix refuses %s with code %s", async (_case, code, changes) => {
    expect(await refusalOf(sealedIncome(simulator.signer, changes))).toBe(code);
  });

  test.each(['25  48  3009  5001234', '26  48  9999  6001234'])(
    "the SAT's matrix accepts the pedimento %s, of an operation in the catalogue or of 2026",
    async (pedimento) => {
      const { status } = await sw.stamp(sealedIncome(simulator.signer, { pedimento }));
      expect(status).toBe('success');
    },
  );
});

describe('confirmation keys', () => {
  const money = { moneda: 'USD', tipoCambio: Decimal.from('9999') };
  const confirmed = (confirmation: string) =>
    sealedIncome(simulator.signer, { money, confirmation });

  test('a confirmation key that no PAC has issued is refused with CFDI40128', async () => {
    expect(await refusalOf(confirmed('ABC12'))).toBe('CFDI40128');
  });

  test('an issued confirmation key confirms one document, at every PAC, and is refused with CFDI40129 in another document', async () => {
    const xml = confirmed('TIM01');
    expect((await sw.stamp(xml)).status).toBe('success');
    expect((await sw.stamp(xml)).message).toMatch(/^307/);
    expect(await finkokClient(simulator.url).stamp(xml)).toMatchObject({ incidences: [] });
    expect(await refusalOf(confirmed('TIM01'))).toBe('CFDI40129');
    expect((await sw.stamp(confirmed('TIM02'))).status).toBe('success');
  });

  test('a refused document does not use up its confirmation key', async () => {
    const refused = sealedIncome(simulator.signer, {
      money,
      confirmation: 'TIM03',
      cfdiUse: 'D01',
    });
    expect(await refusalOf(refused)).toBe('CFDI40161');
    expect((await sw.stamp(confirmed('TIM03'))).status).toBe('success');
  });
});

describe('the register of taxpayers', () => {
  test.each([
    ['the issuer by another name', 'CFDI40139', { issuer: true }],
    ['the receiver by another name', 'CFDI40145', { receiverName: 'XENON INDUSTRIAL' }],
    ['the receiver with another postal code', 'CFDI40148', { receiverPostalCode: '01000' }],
  ])(
    'the register of taxpayers refuses %s with code %s',
    async (_case, code, changes: Record<string, unknown>) => {
      const receiver = {
        receiverRfc: 'XIA190128J61',
        receiverName: 'XENON INDUSTRIAL ARTICLES',
        receiverPostalCode: '76343',
      };
      const { issuer, ...others } = changes;
      // IIA is another registered issuer, but the document contains the name of the default issuer.
      const signer = issuer ? await signerWith({ rfc: 'IIA040805DZ4' }) : simulator.signer;
      const issuerRfc = issuer ? { issuerRfc: 'IIA040805DZ4' } : {};
      const xml = sealedIncome(signer, { ...receiver, ...others, ...issuerRfc });
      expect(await refusalOf(xml)).toBe(code);
    },
  );

  const thirdParty = {
    rfcACuentaTerceros: 'XIA190128J61',
    nombreACuentaTerceros: 'XENON INDUSTRIAL ARTICLES',
    regimenFiscalACuentaTerceros: '601',
    domicilioFiscalACuentaTerceros: '76343',
  };

  test.each([
    ['by another name', 'CFDI40190', { nombreACuentaTerceros: 'XENON INDUSTRIAL' }],
    ['with another postal code', 'CFDI40193', { domicilioFiscalACuentaTerceros: '01000' }],
  ])("a concept's third party %s is refused with code %s", async (_case, code, changes) => {
    const sealed = (party: typeof thirdParty) =>
      sealedIncome(simulator.signer, { thirdParty: party });
    expect(await refusalOf(sealed({ ...thirdParty, ...changes }))).toBe(code);
    expect((await sw.stamp(sealed(thirdParty))).status).toBe('success');
  });

  test.each([
    ['the issuer by another name', 'Reten20110', { issuerName: 'ESCUELA KEMPER' }],
    ['the receiver by another name', 'Reten20116', { receiver: { nomDenRazSocR: 'INGRID XODAR' } }],
    [
      'the receiver with another postal code',
      'Reten20120',
      { receiver: { domicilioFiscalR: '01000' } },
    ],
  ])('a withholding document with %s is refused with code %s', async (_case, code, changes) => {
    const xml = sealedRetention(simulator.signer, changes);
    const answer = await sw.sendXml('/retencion/stamp/v2', xml);
    expect(String(answer.message)).toMatch(new RegExp(`^${code} - `));
  });

  test('a test taxpayer with its registered name and postal code is stamped', async () => {
    const answer = await sw.stamp(
      sealedIncome(simulator.signer, {
        receiverRfc: 'XIA190128J61',
        receiverName: 'XENON INDUSTRIAL ARTICLES',
        receiverPostalCode: '76343',
        total: '0.01',
      }),
    );
    expect(answer.status).toBe('success');
  });
});
