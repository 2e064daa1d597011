import { parseTimbre } from '@timbre/cfdi';
import { scenarioById } from '../src/scenarios/catalogue';
import { descendantsOf, parseXml } from '../src/xml/tree';
import { ISSUER, mintOver, sealedIncome, sealedRetention, signerOf } from './documents';
import { finkokClient } from './finkok-client';
import {
  signedCancellation,
  signedReceiverAnswer,
  signedRelatedQuery,
  type CancellationChanges,
} from './signed-requests';
import { disposeSimulators, runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient } from './sw-client';

const RECEIVER = 'XIA190128J61';

let simulator: Running;
let finkok: ReturnType<typeof finkokClient>;

beforeAll(async () => {
  simulator = await runSimulator();
  finkok = finkokClient(simulator.url);
});
beforeEach(() => turn(simulator.url, '/reset', {}));
afterAll(disposeSimulators);

function provoking(id: string): string {
  const receiverRfc = scenarioById(id)!.trigger.receiverRfc[0];
  return sealedIncome(simulator.signer, { receiverRfc });
}

function timbreIn(xml: string | undefined) {
  const tfd = /<tfd:TimbreFiscalDigital[^>]*>/.exec(xml ?? '')?.[0] ?? '';
  return parseTimbre(tfd);
}

async function stampedUuid(xml = sealedIncome(simulator.signer)): Promise<string> {
  return String((await finkok.stamp(xml)).text('UUID'));
}

function request(uuid: string, changes: Partial<CancellationChanges> = {}): string {
  return signedCancellation(simulator.signer, uuid, { rfc: ISSUER.rfc, ...changes });
}

describe('stamp', () => {
  test("the operation stamp returns the stamped document with Finkok's status and a UUID in capitals", async () => {
    const answer = await finkok.stamp(sealedIncome(simulator.signer));
    expect(answer.text('CodEstatus')).toBe('Comprobante timbrado satisfactoriamente');
    const timbre = timbreIn(answer.text('xml'));
    expect(answer.text('UUID')).toBe(timbre.uuid);
    expect(timbre.uuid).toMatch(/^[0-9A-F-]{36}$/);
    expect(answer.text('SatSeal')).toBe(timbre.selloSat);
    expect(answer.text('NoCertificadoSAT')).toBe(timbre.noCertificadoSat);
    expect(answer.incidences).toEqual([]);
  });

  test('a repeated request is answered 307 with the first stamp, and quick_stamp answers only 307', async () => {
    const xml = sealedIncome(simulator.signer);
    const first = await finkok.stamp(xml);
    const again = await finkok.stamp(xml);
    expect(again.text('CodEstatus')).toBe('Comprobante timbrado previamente');
    expect(again.text('xml')).toBe(first.text('xml'));
    expect(again.incidences).toEqual(['307']);
    const quick = await finkok.withXml('stamp', 'quick_stamp', xml);
    expect(quick.incidences).toEqual(['307']);
    expect(quick.text('xml')).toBeUndefined();
  });

  test('a hidden stamp is answered 307 without XML and 603 by the operation stamped, and later both return the stamp', async () => {
    const xml = provoking('previously_stamped_without_xml');
    expect((await finkok.stamp(xml)).incidences).toEqual(['307']);
    expect((await finkok.stamped(xml)).incidences).toEqual(['603']);
    await turn(simulator.url, '/pacs/finkok', { hiddenLookup: 'queued' });
    const queued = await finkok.stamped(xml);
    expect(queued.text('CodEstatus')).toBe('Comprobante recibido satisfactoriamente');
    expect(queued.text('xml')).toBeUndefined();
    await turn(simulator.url, '/clock/advance', { seconds: 11 });
    expect(timbreIn((await finkok.stamped(xml)).text('xml')).uuid).toBe(
      timbreIn((await finkok.stamp(xml)).text('xml')).uuid,
    );
  });

  test('the operation stamped answers 603 for a document that was never stamped', async () => {
    expect((await finkok.stamped(sealedIncome(simulator.signer))).incidences).toEqual(['603']);
  });

  test.each([
    ['707', (xml: string, stamped: string) => (xml ? stamped : '')],
    ['705', (xml: string) => Buffer.from(xml).toString('base64')],
    ['705', () => 'hola'],
    ['CFDI40102', (xml: string) => xml.replaceAll('5000.00', '5000.01')],
  ])('the operation stamp refuses a spoiled document with the code %s', async (code, spoil) => {
    const xml = sealedIncome(simulator.signer);
    const stamped = String((await finkok.stamp(sealedIncome(simulator.signer))).text('xml'));
    const spoiled = spoil(xml, stamped.replace(/ Sello="..../, ' Sello="AAAA'));
    const answer = await finkok.stamp(spoiled);
    expect(answer).toMatchObject({ http: 200, incidences: [code] });
    expect(answer.text('xml')).toBeUndefined();
  });

  test.each([
    ['credentials_refused', '300'],
    ['account_suspended', '703'],
    ['stamps_exhausted', '718'],
    ['receiver_name_refused', 'CFDI40145'],
  ])('the scenario %s answers with incidence %s', async (id, code) => {
    expect((await finkok.stamp(provoking(id))).incidences).toEqual([code]);
  });

  test('an answer can have duplicate incidences and a work id in the UUID field, as at the real Finkok', async () => {
    const knobs = { duplicateIncidences: true, workIdAsUuid: true };
    await turn(simulator.url, '/pacs/finkok', knobs);
    const xml = sealedIncome(simulator.signer);
    await finkok.stamp(xml);
    const again = await finkok.stamp(xml);
    expect(again.incidences).toEqual(['307', '307']);
    expect(again.text('UUID')).not.toBe(timbreIn(again.text('xml')).uuid);
  });

  test('withholding documents have a separate service', async () => {
    const xml = sealedRetention(simulator.signer);
    expect((await finkok.stamp(xml)).incidences).toEqual(['705']);
    const answer = await finkok.withXml('retentions', 'stamp', xml);
    const uuid = String(answer.text('UUID'));
    const canceled = await finkok.withXml(
      'retentions',
      'cancel_signature',
      request(uuid, { family: 'retenciones' }),
    );
    expect(descendantsOf(canceled.result, 'EstatusUUID')[0]?.children).toEqual(['1201']);
  });
});

test('each PAC recognizes only its own stamps, so the same seal gets one UUID at each PAC', async () => {
  const xml = sealedIncome(simulator.signer);
  const atFinkok = (await stampedUuid(xml)).toLowerCase();
  const atSw = (await swClient(simulator.url).stamp(xml)).data?.['tfd'];
  expect(parseTimbre(atSw).uuid).not.toBe(atFinkok);
  expect((await stampsOf(simulator.url)).map(({ pac }) => pac).sort()).toEqual(['finkok', 'sw']);
});

describe('the answer to wrong credentials depends on the service', () => {
  const stranger = () => finkokClient(simulator.url, 'incorrecta');
  test('for wrong credentials stamp answers with an incidence, cancel with CodEstatus, and the other services with an error', async () => {
    expect((await stranger().stamp(sealedIncome(simulator.signer))).incidences).toEqual(['300']);
    const text = 'Invalid Username or Password';
    expect((await stranger().cancel('<a/>')).text('CodEstatus')).toBe(text);
    for (const operation of ['get_sat_status', 'get_receipt', 'get_pending'])
      expect((await stranger().call('cancel', operation, {})).text('error')).toBe(text);
    expect((await stranger().call('utilities', 'datetime', {})).text('error')).toBe(text);
  });
});

describe('cancel', () => {
  test('a signed request is accepted, visible in get_sat_status and stored as a receipt', async () => {
    const uuid = await stampedUuid();
    const receipt = () =>
      finkok.call('cancel', 'get_receipt', { taxpayer_id: ISSUER.rfc, uuid, type: 'C' });
    expect((await receipt()).text('error')).toBe(
      'There is not a Cancellation receipt with that info',
    );
    const answer = await finkok.cancel(request(uuid));
    const folio = descendantsOf(answer.result, 'Folio')[0]!;
    expect(folio.children.map((child) => (child as { children: unknown[] }).children[0])).toEqual([
      uuid,
      '201',
      'Cancelado sin aceptación',
    ]);
    const acuse = parseXml(String(answer.text('Acuse')));
    expect(descendantsOf(acuse, 'CancelaCFDResult')).toHaveLength(1);
    expect((await receipt()).text('receipt')).toBe(answer.text('Acuse'));
    const status = await finkok.call('cancel', 'get_sat_status', {
      taxpayer_id: ISSUER.rfc,
      rtaxpayer_id: 'AAA010101AAA',
      uuid,
      total: '5000.00',
    });
    expect(descendantsOf(status.result, 'Estado')[0]?.children).toEqual(['Cancelado']);
    expect(status.text('error')).toBeUndefined();
  });

  test('the operation cancel returns the code in the acuse even if Folios is empty', async () => {
    await turn(simulator.url, '/pacs/finkok', { emptyFolios: true });
    const answer = await finkok.cancel(request(await stampedUuid()));
    expect(descendantsOf(answer.result, 'Folio')).toEqual([]);
    const acuse = parseXml(String(answer.text('Acuse')));
    expect(descendantsOf(acuse, 'EstatusUUID')[0]?.children).toEqual(['201']);
  });

  test('a whole request is refused with CodEstatus', async () => {
    const uuid = await stampedUuid();
    const codOf = async (xml: string) => (await finkok.cancel(xml)).text('CodEstatus');
    expect(await codOf(Buffer.from(request(uuid)).toString('base64'))).toBe('704');
    expect(await codOf(request(uuid).replace('Motivo="02"', 'Motivo="03"'))).toBe('302');
    const unknown = '11111111-1111-5111-8111-111111111111';
    expect(await codOf(request(unknown))).toBe(`UUID: ${unknown} No Encontrado`);
    expect(await codOf(request(await stampedUuid(provoking('sat_unreachable'))))).toBe('708');
  });

  test('the receiver finds the pending cancellation and rejects it', async () => {
    const minted = { kind: 'csd', rfc: RECEIVER, legalName: 'XENON INDUSTRIAL ARTICLES' };
    const receiver = signerOf(await mintOver(simulator.url, minted));
    const uuid = await stampedUuid(
      sealedIncome(simulator.signer, {
        receiverRfc: RECEIVER,
        receiverName: 'XENON INDUSTRIAL ARTICLES',
        receiverPostalCode: '76343',
      }),
    );
    simulator.clock.advance(5 * 86_400);
    await finkok.cancel(request(uuid));
    const pending = await finkok.call('cancel', 'get_pending', { rtaxpayer_id: RECEIVER });
    expect(descendantsOf(pending.result, 'string')[0]?.children).toEqual([uuid]);
    const rejection = signedReceiverAnswer(receiver, RECEIVER, uuid, 'Rechazo');
    const answer = await finkok.withXml('cancel', 'accept_reject_signature', rejection);
    const rejected = descendantsOf(answer.result, 'Rechaza')[0]!;
    expect(descendantsOf(rejected, 'status')[0]?.children).toEqual(['1000']);
    const again = await finkok.cancel(request(uuid));
    expect(descendantsOf(again.result, 'EstatusUUID')[0]?.children).toEqual(['201']);
  });

  test('the operation for related documents returns the related documents, or 2001', async () => {
    const uuid = await stampedUuid();
    const ask = () =>
      finkok.withXml(
        'cancel',
        'get_related_signature',
        signedRelatedQuery(simulator.signer, ISSUER.rfc, uuid),
      );
    expect((await ask()).text('error')).toMatch(/^2001 - /);
    const relations = [{ tipoRelacion: '07', cfdiRelacionado: [{ uuid }] }];
    const child = await stampedUuid(sealedIncome(simulator.signer, { relations }));
    const children = descendantsOf((await ask()).result, 'Hijo');
    expect(children.map((one) => descendantsOf(one, 'uuid')[0]?.children)).toEqual([[child]]);
  });
});

describe('utilities', () => {
  test('the operation datetime returns the local time of the postal code', async () => {
    const at = async (zipcode: string) =>
      String((await finkok.call('utilities', 'datetime', { zipcode })).text('datetime'));
    const [cancun, tijuana] = [await at('77500'), await at('22000')];
    expect(Date.parse(`${cancun}Z`) - Date.parse(`${tijuana}Z`)).toBeGreaterThan(1.9 * 3_600_000);
  });

  test('the operations report_uuid and get_xml find a stamp after its answer was lost', async () => {
    const xml = provoking('answer_lost');
    await expect(finkok.stamp(xml)).rejects.toThrow();
    const period = { taxpayer_id: ISSUER.rfc, invoice_type: 'I', date_from: '2020-01-01T00:00:00' };
    const report = await finkok.call('utilities', 'report_uuid', { ...period, date_to: '' });
    const uuid = String(descendantsOf(report.result, 'uuid')[0]?.children[0]);
    const found = await finkok.call('utilities', 'get_xml', { ...period, uuid });
    expect(timbreIn(found.text('xml')).uuid).toBe(uuid);
    const pending = await finkok.call('stamp', 'query_pending', { uuid });
    expect(pending.text('status')).toBe('F');
  });
});

test('an unknown operation is a fault with status 500, and an unknown service is answered 404', async () => {
  const answer = await finkok.call('stamp', 'sign_stamp', {});
  expect(answer.http).toBe(500);
  expect(answer.text('faultcode')).toBe('senv:Client.ResourceNotFound');
  const nowhere = await fetch(`${simulator.url}/finkok/servicios/soap/manifest`, {
    method: 'POST',
  });
  expect(nowhere.status).toBe(404);
});
