import { unzipSync, strFromU8 } from 'fflate';
import type { Signer } from '@timbre/cfdi';
import { mintOver, sealedIncome, sealedRetention, signerOf } from './documents';
import { authenticate, call } from './mass-download-client';
import { TAXPAYER_SCENARIOS } from '../src/scenarios/catalogue';
import { disposeSimulators, runSimulator, turn, type Running } from './simulator';
import { swClient } from './sw-client';

afterAll(disposeSimulators);

const receiver = 'AAA010101AAA';

interface Session {
  readonly simulator: Running;
  readonly session: { signer: Signer; token: string };
}

/** Starts a simulator and a session of a taxpayer with a FIEL. */
async function enter(rfc = receiver): Promise<Session> {
  const simulator = await runSimulator();
  const signer = signerOf(await mintOver(simulator.url, { kind: 'fiel', rfc, legalName: rfc }));
  return { simulator, session: { signer, token: await authenticate(simulator.url, signer) } };
}

async function foreign({ url }: Running, body: object): Promise<string[]> {
  const response = await fetch(`${url}/__sim/foreign-cfdi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      receiverRfc: receiver,
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
      ...body,
    }),
  });
  return ((await response.json()) as { uuids: string[] }).uuids;
}

const october = { FechaInicial: '2026-10-01T00:00:00', FechaFinal: '2026-10-31T23:59:59' };
const metadata = {
  ...october,
  TipoSolicitud: 'Metadata',
  RfcSolicitante: receiver,
  RfcReceptor: receiver,
};
const cfdi = { ...metadata, TipoSolicitud: 'CFDI', EstadoComprobante: 'Vigente' };

const ask = ({ simulator, session }: Session, attributes: Record<string, string>) =>
  call(simulator.url, session, 'SolicitaDescargaRecibidos', attributes);
const verify = ({ simulator, session }: Session, id: string, rfc = receiver) =>
  call(simulator.url, session, 'VerificaSolicitudDescarga', {
    IdSolicitud: id,
    RfcSolicitante: rfc,
  });
const fetchPackage = ({ simulator, session }: Session, id: string) =>
  call(simulator.url, session, 'PeticionDescargaMasivaTercerosEntrada', {
    IdPaquete: id,
    RfcSolicitante: receiver,
  });
const codeOf = (text: string) => / CodEstatus="(\d+)"/.exec(text)?.[1];
const idOf = (text: string) => / IdSolicitud="([^"]+)"/.exec(text)?.[1] ?? '';
const packagesOf = (text: string) =>
  [...text.matchAll(/<IdsPaquetes>([^<]+)</g)].map(([, id]) => id!);
const filesOf = (text: string) =>
  unzipSync(Buffer.from(/<Paquete>([^<]*)</.exec(text)![1]!, 'base64'));

describe('the authentication', () => {
  it('the authentication returns a token for a FIEL, and a fault for a CSD', async () => {
    const { simulator, session } = await enter();
    expect(session.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+%26wrap_subject%3d\w+$/);
    const fault = await authenticate(simulator.url, simulator.signer);
    expect(fault).toContain('<faultcode>a:InvalidSecurity</faultcode>');
  });
});

describe('a request', () => {
  it('a request finds documents that others issued to the taxpayer, as metadata and as XML', async () => {
    const own = await enter();
    const uuids = await foreign(own.simulator, { count: 3 });
    await turn(own.simulator.url, '/mass-download', { packageSize: 2 });
    const found = await verify(own, idOf(await ask(own, metadata)));
    expect(found).toContain('EstadoSolicitud="3" CodigoEstadoSolicitud="5000" NumeroCFDIs="3"');
    expect(packagesOf(found)).toHaveLength(2);
    const id = packagesOf(found)[0]!;
    const files = filesOf(await fetchPackage(own, id));
    expect(Object.keys(files)).toEqual([`${id}.txt`, `${id.slice(0, -3)}_tercero.txt`]);
    const bytes = files[`${id}.txt`]!;
    const [header, row] = strFromU8(bytes).split('\r\n');
    expect(header!.split('~')).toHaveLength(12);
    expect(row!.split('~').slice(0, 4)).toEqual([
      uuids[0]!.toUpperCase(),
      'URE180429TM6',
      'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      receiver,
    ]);
    const xml = packagesOf(await verify(own, idOf(await ask(own, cfdi))));
    expect(Object.keys(filesOf(await fetchPackage(own, xml[0]!)))).toEqual(
      uuids.slice(0, 2).map((uuid) => `${uuid}.xml`),
    );
  });

  it('a request finds documents that a PAC has stamped', async () => {
    const own = await enter();
    const xml = sealedIncome(own.simulator.signer, { receiverRfc: receiver, receiverName: 'ACME' });
    await swClient(own.simulator.url).stamp(xml);
    const now = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const found = await verify(own, idOf(await ask(own, { ...metadata, FechaFinal: now })));
    expect(found).toContain('NumeroCFDIs="1"');
  });

  it('equal requests are counted permanently: the SAT accepts two, and no second request while the first is open', async () => {
    const own = await enter();
    await foreign(own.simulator, { count: 1 });
    await turn(own.simulator.url, '/mass-download', { processSeconds: 60 });
    expect(codeOf(await ask(own, metadata))).toBe('5000');
    expect(codeOf(await ask(own, metadata))).toBe('5005');
    await turn(own.simulator.url, '/clock/advance', { seconds: 61 });
    expect(codeOf(await ask(own, metadata))).toBe('5000');
    await turn(own.simulator.url, '/clock/advance', { seconds: 61 });
    expect(codeOf(await ask(own, metadata))).toBe('5002');
    const shifted = { ...metadata, FechaFinal: '2026-11-01T00:00:00' };
    expect(codeOf(await ask(own, shifted))).toBe('5000');
    const response = await fetch(`${own.simulator.url}/__sim/mass-downloads?rfc=${receiver}`);
    const { data } = (await response.json()) as { data: { uses: number }[] };
    expect(data.map(({ uses }) => uses).sort()).toEqual([1, 2]);
  });

  it('a request is refused for canceled XML, for a period of one second, for another taxpayer, and without a valid token', async () => {
    const own = await enter();
    const canceled = await ask(own, { ...cfdi, EstadoComprobante: 'Todos' });
    expect([codeOf(canceled), canceled]).toEqual(['301', expect.stringContaining('cancelados.')]);
    const second = { ...metadata, FechaFinal: '2026-10-01T00:00:01' };
    expect(codeOf(await ask(own, second))).toBe('301');
    expect(codeOf(await ask(own, { ...cfdi, RfcReceptor: 'EKU9003173C9' }))).toBe('303');
    expect(codeOf(await ask(own, { ...cfdi, RfcSolicitante: 'EKU9003173C9' }))).toBe('303');
    await turn(own.simulator.url, '/mass-download', { expiredTokens: true });
    expect(codeOf(await ask(own, cfdi))).toBe('300');
  });

  it('a download request can find no documents, find too many documents, have an unknown state or never end', async () => {
    const own = await enter();
    const state = async (attributes: Record<string, string>) =>
      /EstadoSolicitud="(\d)"(?: CodigoEstadoSolicitud="(\d+)")?/
        .exec(await verify(own, idOf(await ask(own, attributes))))!
        .slice(1);
    expect(await state(metadata)).toEqual(['5', '5004']);
    await foreign(own.simulator, { count: 2 });
    const until = (second: number) => ({ ...metadata, FechaFinal: `2026-10-31T23:59:${second}` });
    await turn(own.simulator.url, '/mass-download', { limitDocuments: 1 });
    expect(await state(until(50))).toEqual(['5', '5003']);
    await turn(own.simulator.url, '/mass-download', { limitDocuments: 9, unknownState: true });
    expect(await state(until(51))).toEqual(['7', '5000']);
    await turn(own.simulator.url, '/mass-download', { stuckRequests: true });
    expect(await state(until(52))).toEqual(['1', '5000']);
    expect(await verify(own, 'unknown')).toContain('CodEstatus="5004" EstadoSolicitud="0"');
  });
});

describe('the service of withholding documents', () => {
  const root = '/sat/retenciones';

  it('the service of withholding documents finds withholding documents as XML, and no CFDI', async () => {
    const own = await enter();
    const { url, signer } = own.simulator;
    const sw = swClient(url);
    await foreign(own.simulator, { count: 1 });
    const retention = sealedRetention(signer, { receiver: { rfcR: receiver } });
    const stamped = await sw.sendXml('/retencion/stamp/v2', retention);
    const uuid = /UUID="([^"]+)"/.exec(String(stamped.data?.['tfd']))![1]!.toLowerCase();
    const now = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const asking = { ...cfdi, FechaFinal: now };
    const callAt = (at: string, operation: string, attributes: Record<string, string>) =>
      call(url, own.session, operation, attributes, at);
    const request = idOf(await callAt(root, 'SolicitaDescargaRecibidos', asking));
    const named = { IdSolicitud: request, RfcSolicitante: receiver };
    const [id] = packagesOf(await callAt(root, 'VerificaSolicitudDescarga', named));
    const entry = { IdPaquete: id!, RfcSolicitante: receiver };
    const download = 'PeticionDescargaMasivaTercerosEntrada';
    expect(Object.keys(filesOf(await callAt(root, download, entry)))).toEqual([`${uuid}.xml`]);
    // The same period at the other service counts as a different request.
    const others = packagesOf(await verify(own, idOf(await ask(own, asking))));
    expect(Object.keys(filesOf(await fetchPackage(own, others[0]!)))).not.toContain(`${uuid}.xml`);
    const elsewhere = await callAt('/sat', 'VerificaSolicitudDescarga', named);
    expect([codeOf(elsewhere), codeOf(await callAt('/sat', download, entry))]).toEqual([
      '5004',
      '5004',
    ]);
  });

  it('the service of withholding documents refuses metadata, because their columns are unknown', async () => {
    const { simulator, session } = await enter();
    const asked = call(simulator.url, session, 'SolicitaDescargaRecibidos', metadata, root);
    expect(codeOf(await asked)).toBe('301');
  });
});

describe('the scenario of a taxpayer', () => {
  /**
   * Returns the outcome of a mass download for the scenario's taxpayer, who has two documents. The outcome
   * is a state, a code or the number of files.
   */
  async function courseOf(id: string) {
    const [rfc] = TAXPAYER_SCENARIOS.find((one) => one.id === id)!.trigger.requesterRfc;
    const own = await enter(rfc);
    await foreign(own.simulator, { count: 2, receiverRfc: rfc });
    const asking = { ...cfdi, RfcSolicitante: rfc, RfcReceptor: rfc };
    const asked = ask(own, asking).catch(() => 'no answer');
    const requested = await asked;
    if (!idOf(requested)) return codeOf(requested) ?? requested;
    const verified = await verify(own, idOf(requested), rfc);
    const [packageId] = packagesOf(verified);
    const state = / EstadoSolicitud="(\d)" CodigoEstadoSolicitud="(\d+)"/.exec(verified)!;
    if (state[1] !== '3') return state.slice(1).join();
    const { url } = own.simulator;
    const text = await call(url, own.session, 'PeticionDescargaMasivaTercerosEntrada', {
      IdPaquete: packageId!,
      RfcSolicitante: rfc,
    });
    try {
      return Object.keys(filesOf(text)).length;
    } catch {
      return 'no ZIP';
    }
  }

  it.each([
    ['download_stuck', '1,5000'],
    ['download_empty', '5,5004'],
    ['download_error_404', '404'],
    ['download_error_5006', '5006'],
    ['download_too_many', '5,5003'],
    ['download_truncated', 'no ZIP'],
    ['download_token_refused', '300'],
    ['download_answer_lost', 'no answer'],
    ['download_state_unknown', '7,5000'],
  ])('the scenario %s gives the outcome %s to its RFC', async (id, course) => {
    expect(await courseOf(id)).toBe(course);
  });

  it('the scenario download_hostile adds foreign entries to a package', async () => {
    expect(await courseOf('download_hostile')).toBeGreaterThan(10);
  });

  it('a scenario of a taxpayer applies only to its magic RFCs, and the tests cover all ten scenarios', async () => {
    expect(TAXPAYER_SCENARIOS).toHaveLength(10);
    const own = await enter();
    await foreign(own.simulator, { count: 2 });
    const found = await verify(own, idOf(await ask(own, cfdi)));
    expect(Object.keys(filesOf(await fetchPackage(own, packagesOf(found)[0]!)))).toHaveLength(2);
  });
});

describe('a package', () => {
  it('a package can be downloaded twice in three days', async () => {
    const own = await enter();
    await foreign(own.simulator, { count: 1 });
    const [id] = packagesOf(await verify(own, idOf(await ask(own, metadata))));
    expect(codeOf(await fetchPackage(own, id!))).toBe('5000');
    expect(codeOf(await fetchPackage(own, id!))).toBe('5000');
    expect(codeOf(await fetchPackage(own, id!))).toBe('5008');
    await turn(own.simulator.url, '/clock/advance', { seconds: 73 * 3_600 });
    expect(codeOf(await fetchPackage(own, id!))).toBe('5007');
  });
});
