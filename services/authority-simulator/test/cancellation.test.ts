import { parseTimbre, type Signer } from '@timbre/cfdi';
import { scenarioById } from '../src/scenarios/catalogue';
import { ISSUER, mintOver, sealedIncome, sealedRetention, signerOf } from './documents';
import { consult, consultExpression, type SatAnswer } from './sat-client';
import {
  signedCancellation,
  signedReceiverAnswer,
  signedRelatedQuery,
  type CancellationChanges,
} from './signed-requests';
import { disposeSimulators, runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient, type SwResponse } from './sw-client';
import type { IncomeChanges } from './documents';

const DAY = 86_400;
const RECEIVER = 'XIA190128J61';

let simulator: Running;
let sw: ReturnType<typeof swClient>;
let receiver: Signer;

beforeAll(async () => {
  simulator = await runSimulator();
  sw = swClient(simulator.url);
  const minted = { kind: 'csd', rfc: RECEIVER, legalName: 'XENON INDUSTRIAL ARTICLES SA DE CV' };
  receiver = signerOf(await mintOver(simulator.url, minted));
});
// The reset deletes documents and resets the clock; certificates are kept.
beforeEach(() => turn(simulator.url, '/reset', {}));
afterAll(disposeSimulators);

interface Stamped {
  readonly xml: string;
  readonly uuid: string;
  status(): Promise<SatAnswer>;
  cancel(changes?: Partial<CancellationChanges>): Promise<SwResponse>;
}

async function stamped(changes: IncomeChanges = {}): Promise<Stamped> {
  const xml = sealedIncome(simulator.signer, changes);
  const answer = await sw.stamp(xml);
  const { uuid } = parseTimbre(answer.data?.['tfd']);
  return {
    xml,
    uuid,
    status: () => consult(simulator.url, xml, uuid),
    cancel: (more = {}) => sw.sendXml('/cfdi33/cancel/xml', request(uuid, more)),
  };
}

function request(uuid: string, changes: Partial<CancellationChanges> = {}): string {
  return signedCancellation(simulator.signer, uuid, { rfc: ISSUER.rfc, ...changes });
}

function magic(id: string): Promise<Stamped> {
  return stamped({ receiverRfc: scenarioById(id)!.trigger.receiverRfc[0] });
}

/**
 * Creates a document whose cancellation needs acceptance: its total is more than 1,000 pesos, and the next
 * business day has passed.
 */
async function acceptable(): Promise<Stamped> {
  const document = await stamped({
    receiverRfc: RECEIVER,
    receiverName: 'XENON INDUSTRIAL ARTICLES',
    receiverPostalCode: '76343',
  });
  simulator.clock.advance(5 * DAY);
  return document;
}

function statusOf(answer: SwResponse): unknown {
  return Object.values((answer.data?.['uuid'] as object | undefined) ?? {})[0];
}

describe('the issuers of foreign documents', () => {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${simulator.url}/__sim${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const ago = (days: number) => new Date(Date.now() - days * DAY * 1000).toISOString().slice(0, 10);

  test('the issuers of foreign documents request cancellations of their documents, and the receiver answers', async () => {
    const days = { dateFrom: ago(20), dateTo: ago(10) };
    const minted = await post('/foreign-cfdi', { receiverRfc: RECEIVER, count: 1, ...days });
    const [uuid = ''] = minted.json['uuids'] as string[];
    const unknown = '11111111-1111-4111-8111-111111111111';
    const asked = await post('/cancellation-requests', { uuids: [uuid.toUpperCase(), unknown] });
    expect([asked.status, asked.json['data']]).toEqual([
      201,
      [
        { uuid, status: '201' },
        { uuid: unknown, status: '205' },
      ],
    ]);
    expect((await sw.get(`/pendings/${RECEIVER}`)).data?.['uuid']).toEqual([uuid.toUpperCase()]);
    const again = await post('/cancellation-requests', { uuids: [uuid] });
    expect(again.json['data']).toEqual([{ uuid, status: '202' }]);
  });

  test('a simulated cancellation request must contain documents, and a motive that needs no replacement', async () => {
    const refused = await post('/cancellation-requests', { uuids: ['x'], motive: '01' });
    const issues = (refused.json['error'] as { issues: { path: string }[] }).issues;
    expect([refused.status, issues.map(({ path }) => path)]).toEqual([400, ['uuids.0', 'motive']]);
  });
});

describe('the status service', () => {
  test('the status service answers Vigente for a valid document if total and receiver match', async () => {
    const { xml, uuid, status } = await stamped();
    expect(await status()).toEqual({
      http: 200,
      codigo: 'S - Comprobante obtenido satisfactoriamente.',
      estado: 'Vigente',
      esCancelable: 'Cancelable sin aceptación',
      estatusCancelacion: '',
      efos: '200',
    });
    const other = await consult(
      simulator.url,
      xml.replace(' Total="5000.00"', ' Total="1.00"'),
      uuid,
    );
    expect(other).toMatchObject({
      codigo: 'N - 602: Comprobante no encontrado.',
      estado: 'No Encontrado',
    });
    const zeros = `?id=${uuid}&re=${ISSUER.rfc}&rr=AAA010101AAA&tt=0000005000.000000`;
    expect((await consultExpression(simulator.url, zeros)).estado).toBe('Vigente');
  });

  test('the status service answers N - 601 to a malformed expression, and a fault to a body without SOAP', async () => {
    expect((await consultExpression(simulator.url, '?id=1')).codigo).toMatch(/^N - 601/);
    const response = await fetch(`${simulator.url}/sat/ConsultaCFDIService.svc`, {
      method: 'POST',
      body: 'hola',
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('<faultcode>s:Client</faultcode>');
  });

  test('the status service answers N - 602, and cancellations answer 205, while a lag hides a new stamp', async () => {
    const { status, cancel } = await magic('not_yet_known');
    expect((await status()).codigo).toMatch(/^N - 602/);
    expect(statusOf(await cancel())).toBe('205');
    simulator.clock.advance(121);
    expect((await status()).estado).toBe('Vigente');
    expect(statusOf(await cancel())).toBe('201');
  });
});

describe('a request to cancel', () => {
  test('a document is canceled at once, with an acuse, if no acceptance is needed', async () => {
    const { uuid, cancel, status } = await stamped({ total: '900.00' });
    const answer = await cancel();
    expect(answer.data?.['uuid']).toEqual({ [uuid.toUpperCase()]: '201' });
    expect(answer.data?.['acuse']).toContain('<EstatusUUID>201</EstatusUUID>');
    expect(await status()).toMatchObject({
      estado: 'Cancelado',
      estatusCancelacion: 'Cancelado sin aceptación',
    });
    expect(statusOf(await cancel())).toBe('202');
    expect(await stampsOf(simulator.url)).toMatchObject([{ uuid, cancelRequests: 1 }]);
  });

  test.each<[string, Partial<CancellationChanges>]>([
    ['207', { motive: '05' }],
    ['207', { motive: '01' }],
    ['207', { motive: '01', replacement: '11111111-1111-5111-8111-111111111111' }],
    ['209', { motive: '02', replacement: '11111111-1111-5111-8111-111111111111' }],
  ])('a request to cancel is answered %s for %j', async (code, changes) => {
    const { cancel, status } = await stamped();
    expect(statusOf(await cancel(changes))).toBe(code);
    expect((await status()).estado).toBe('Vigente');
  });

  test('a request to cancel is answered 203 for the document of another issuer', async () => {
    const { uuid } = await stamped();
    const xml = signedCancellation(receiver, uuid, { rfc: RECEIVER });
    expect(statusOf(await sw.sendXml('/cfdi33/cancel/xml', xml))).toBe('203');
  });

  test('a request to cancel is refused with 208 after the month in which the annual return is due', async () => {
    const { cancel } = await stamped();
    simulator.clock.advance(500 * DAY);
    // The certificate is still valid; only the document's deadline for cancellation has passed.
    expect(statusOf(await cancel())).toBe('208');
  });

  test('a request to cancel is answered no_cancelable while a valid document relates to the document, unless that document is the replacement of motive 01', async () => {
    const old = await stamped();
    const replacement = await stamped({
      relations: [{ tipoRelacion: '04', cfdiRelacionado: [{ uuid: old.uuid }] }],
    });
    expect(statusOf(await old.cancel())).toBe('no_cancelable');
    const stranger = await stamped();
    expect(statusOf(await old.cancel({ motive: '01', replacement: stranger.uuid }))).toBe('212');
    expect(statusOf(await old.cancel({ motive: '01', replacement: replacement.uuid }))).toBe('201');
  });

  test.each([
    ['changed after signing', (xml: string) => xml.replace('Motivo="02"', 'Motivo="03"'), /CA302/],
    [
      'signature changed',
      (xml: string) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA'),
      /CA302/,
    ],
    ['unsigned', (xml: string) => xml.replace(/<Signature[^]*<\/Signature>/, ''), /CA302/],
    ['without xmlns:xsi', (xml: string) => xml.replace(/ xmlns:xsi="[^"]+"/, ''), /CA301/],
    ['not XML', () => 'hola', /CA301/],
    ['for another RFC than the certificate', undefined, /CA303/],
  ])('a request to cancel is refused if it is %s', async (_case, spoil, detail) => {
    const { uuid, status } = await stamped();
    const xml = spoil ? spoil(request(uuid)) : request(uuid, { rfc: RECEIVER });
    expect(await sw.sendXml('/cfdi33/cancel/xml', xml)).toMatchObject({
      http: 400,
      message: 'CACFDI33 - Problemas con el xml.',
      messageDetail: expect.stringMatching(detail),
      data: null,
    });
    expect((await status()).estado).toBe('Vigente');
  });

  test('a request to cancel is accepted with CSD, key and passphrase in the body', async () => {
    const { uuid, status } = await stamped();
    const { certificate, privateKey, passphrase } = simulator.csd;
    const body = { uuid, rfc: ISSUER.rfc, motivo: '02', b64Cer: certificate, b64Key: privateKey };
    const send = async (password: string) => {
      const token = (await sw.login('demo', 'x')).data?.['token'];
      const response = await fetch(`${simulator.url}/sw/cfdi33/cancel/csd`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, password }),
      });
      return (await response.json()) as SwResponse;
    };
    expect((await send('wrong')).messageDetail).toMatch(/^CA305/);
    expect(statusOf(await send(passphrase))).toBe('201');
    expect((await status()).estado).toBe('Cancelado');
  });
});

describe('the acceptance of a cancellation', () => {
  test('the acceptance of a cancellation comes from the receiver, who sees the request and cannot answer twice', async () => {
    const { uuid, cancel, status } = await acceptable();
    expect((await status()).esCancelable).toBe('Cancelable con aceptación');
    expect(statusOf(await cancel())).toBe('201');
    expect(await status()).toMatchObject({ estado: 'Vigente', estatusCancelacion: 'En proceso' });
    expect((await sw.get(`/pendings/${RECEIVER}`)).data?.['uuid']).toEqual([uuid.toUpperCase()]);
    const accept = signedReceiverAnswer(receiver, RECEIVER, uuid, 'Aceptacion');
    const answered = await sw.sendXml('/acceptreject/xml', accept);
    expect(answered.data?.['folios']).toEqual([
      { uuid: uuid.toUpperCase(), estatusUUID: '1000', respuesta: 'Aceptacion' },
    ]);
    expect((await status()).estatusCancelacion).toBe('Cancelado con aceptación');
    const again = await sw.sendXml('/acceptreject/xml', accept);
    expect(again.data?.['folios'][0].estatusUUID).toBe('1002');
    expect((await sw.get(`/pendings/${RECEIVER}`)).data?.['uuid']).toEqual([]);
  });

  test("a second request after a rejection waits for the receiver's answer without a term", async () => {
    const { uuid, cancel, status } = await acceptable();
    await cancel();
    await sw.sendXml(
      '/acceptreject/xml',
      signedReceiverAnswer(receiver, RECEIVER, uuid, 'Rechazo'),
    );
    expect(await status()).toMatchObject({
      estado: 'Vigente',
      estatusCancelacion: 'Solicitud rechazada',
    });
    expect(statusOf(await cancel())).toBe('201');
    simulator.clock.advance(30 * DAY);
    expect((await status()).estatusCancelacion).toBe('En proceso');
  });

  test('three business days without an answer count as acceptance of a cancellation', async () => {
    const { cancel, status } = await acceptable();
    await cancel();
    simulator.clock.advance(2 * DAY);
    expect((await status()).estatusCancelacion).toBe('En proceso');
    simulator.clock.advance(4 * DAY);
    expect(await status()).toMatchObject({
      estado: 'Cancelado',
      estatusCancelacion: 'Plazo vencido',
    });
  });

  test.each([
    ['cancellation_accepted', 'Cancelado', 'Cancelado con aceptación'],
    ['cancellation_rejected', 'Vigente', 'Solicitud rechazada'],
    ['cancellation_expired', 'Cancelado', 'Plazo vencido'],
    ['cancellation_silent', 'Vigente', 'En proceso'],
  ])('a request in the scenario %s ends as %s, %s', async (id, estado, estatusCancelacion) => {
    const { cancel, status } = await magic(id);
    expect((await status()).esCancelable).toBe('Cancelable con aceptación');
    expect(statusOf(await cancel())).toBe('201');
    expect((await status()).estatusCancelacion).toBe('En proceso');
    simulator.clock.advance(4);
    expect(await status()).toMatchObject({ estado, estatusCancelacion });
  });

  test('the scenarios not_cancelable and sat_unreachable do not change the document', async () => {
    const fixed = await magic('not_cancelable');
    expect((await fixed.status()).esCancelable).toBe('No cancelable');
    expect(statusOf(await fixed.cancel())).toBe('no_cancelable');
    const unreachable = await magic('sat_unreachable');
    expect(await unreachable.cancel()).toMatchObject({
      http: 500,
      messageDetail: expect.stringContaining('708'),
    });
    expect((await unreachable.status()).estatusCancelacion).toBe('');
  });
});

test('the relations of a document list its valid related documents', async () => {
  const advance = await stamped();
  const final = await stamped({
    relations: [{ tipoRelacion: '07', cfdiRelacionado: [{ uuid: advance.uuid }] }],
  });
  expect((await advance.status()).esCancelable).toBe('No cancelable');
  const ask = (uuid: string) =>
    sw.sendXml('/relations/xml', signedRelatedQuery(simulator.signer, ISSUER.rfc, uuid));
  const children = (await ask(advance.uuid)).data?.['uuidsRelacionadosHijos'];
  expect(children).toEqual([
    { uuid: final.uuid.toUpperCase(), rfcEmisor: ISSUER.rfc, rfcReceptor: 'AAA010101AAA' },
  ]);
  await final.cancel();
  expect((await ask(advance.uuid)).data?.['uuidsRelacionadosHijos']).toEqual([]);
  expect((await advance.status()).esCancelable).toBe('Cancelable sin aceptación');
});

test('a withholding document is canceled by its own service, without acceptance', async () => {
  const stamp = await sw.sendXml('/retencion/stamp/v2', sealedRetention(simulator.signer));
  const { uuid } = parseTimbre(stamp.data?.['tfd']);
  const answer = await sw.sendXml(
    '/retencion/cancel/xml',
    request(uuid, { family: 'retenciones' }),
  );
  expect(statusOf(answer)).toBe('1201');
  expect(answer.data?.['acuse']).toContain('http://www.sat.gob.mx/esquemas/retencionpago/1');
  const misplaced = await sw.sendXml('/retencion/cancel/xml', request(uuid));
  expect(misplaced.messageDetail).toMatch(/^CR1301/);
});
