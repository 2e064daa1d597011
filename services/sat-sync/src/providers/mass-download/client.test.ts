import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conflict, unavailable, type CallContext, type Refusal } from '@timbre/kit';
import { massDownload } from './client';

type Page = readonly [status: number, body: string];

const envelope = (body: string, header = '') =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${body}</s:Body></s:Envelope>`;
const token = envelope('<AutenticaResponse><AutenticaResult>eyJ.a.b</AutenticaResult></AutenticaResponse>'); // prettier-ignore
const fault = (code: string) =>
  envelope(`<s:Fault><faultcode>${code}</faultcode><faultstring>An error.</faultstring></s:Fault>`);
const outage = '<html><body>Service Unavailable</body></html>';
const answerTo = (name: string, attributes: string, content = '') =>
  envelope(`<${name}Response><${name}Result ${attributes}>${content}</${name}Result></${name}Response>`); // prettier-ignore
const packet = (code: string, base64: string) =>
  envelope(
    `<RespuestaDescargaMasivaTercerosSalida><Paquete>${base64}</Paquete></RespuestaDescargaMasivaTercerosSalida>`,
    `<s:Header><h:respuesta CodEstatus="${code}" Mensaje="x"/></s:Header>`,
  );

let server: Server;
let pages: Record<string, Page>;
let asked: string[];
let agents: Set<string | undefined>;
/** The refusal that fiscal-cfdi returns to a request to sign; undefined if it signs the request. */
let unsigned: Refusal | undefined;
/** The RFC of the owner of the signing FIEL. */
let rfc: string;
let client: ReturnType<typeof massDownload>;
beforeEach(async () => {
  pages = { 'Autenticacion.svc': [200, token] };
  asked = [];
  agents = new Set();
  unsigned = undefined;
  rfc = owner;
  server = createServer((request, response) => {
    const name = request.url!.split('/').at(-1)!;
    asked.push(name);
    agents.add(request.headers['user-agent']);
    const [status, body] = pages[name] ?? [404, ''];
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signed = () => Promise.resolve({ soapAction: 'x', envelope: '<x/>', rfc });
  client = massDownload(
    { signMassDownload: () => (unsigned ? Promise.reject(unsigned) : signed()) } as never,
    { requests: url, packages: url },
  ); // prettier-ignore
});
afterEach(async () => {
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

const context = { organizationId: 'one' } as CallContext;
const october = { from: '2026-10-01T00:00:00', to: '2026-10-31T23:59:59' };
const owner = 'EKU9003173C9';
const metadata = {
  rfc: owner,
  direction: 'received',
  requestType: 'metadata',
  ...october,
} as const;
const request = () => client.request(context, metadata);
const verify = () => client.verify(context, 'id');
const download = async () => {
  const parts: Buffer[] = [];
  const answer = await client.download(context, 'id_01', (bytes) => {
    parts.push(bytes);
    return Promise.resolve();
  });
  return { ...answer, text: Buffer.concat(parts).toString() };
};

describe('the token', () => {
  test('the client reports that the SAT does not accept the FIEL', async () => {
    pages['Autenticacion.svc'] = [500, fault('a:InvalidSecurity')];
    expect(await request()).toMatchObject({ outcome: 'credential', code: 'InvalidSecurity' });
  });

  test.each([
    ['an outage', 503, outage],
    ['another fault', 500, fault('s:Server')],
    ['a page of somebody between', 200, outage],
  ])(
    'a token request that fails because of %s proves nothing about the FIEL',
    async (_, status, page) => {
      pages['Autenticacion.svc'] = [status, page];
      expect(await request()).toEqual({ outcome: 'not_sent' });
      expect(await verify()).toEqual({ outcome: 'unknown' });
      // A download request that was not sent does not count as one of the two downloads that the SAT
      // allows.
      expect(await download()).toMatchObject({ outcome: 'again' });
    },
  );

  test('the mass download client requests a new token after the FIEL was replaced', async () => {
    pages['VerificaSolicitudDescargaService.svc'] = [200, outage];
    for (rfc of [owner, owner, 'URE180429TM6']) await verify();
    expect(asked.filter((name) => name === 'Autenticacion.svc')).toHaveLength(2);
  });

  test('the mass download client reuses its token, and requests a new token once if the SAT refuses it', async () => {
    pages['SolicitaDescargaService.svc'] = [
      200,
      answerTo('SolicitaDescargaRecibidos', 'CodEstatus="300" Mensaje="Token invalido."'),
    ];
    expect(await request()).toMatchObject({ outcome: 'credential', code: '300' });
    expect(asked.filter((name) => name === 'Autenticacion.svc')).toHaveLength(2);
  });
});

test('the mass download client sends a User-Agent with each request to the SAT', async () => {
  await request();
  expect([...agents]).toEqual(['Timbre']);
});

test('a request that fiscal-cfdi cannot sign is not sent, and it fails permanently if no FIEL exists', async () => {
  unsigned = unavailable('fiscal-cfdi does not answer');
  expect(await request()).toEqual({ outcome: 'not_sent' });
  expect(await verify()).toEqual({ outcome: 'unknown' });
  expect(await download()).toMatchObject({ outcome: 'again' });
  unsigned = conflict('There is no active FIEL.', 'fiel_missing');
  expect(await request()).toMatchObject({ outcome: 'credential', code: 'fiel_missing' });
  expect(asked).toEqual([]);
});

test('a request for an RFC that differs from the RFC of the FIEL is not sent, because the SAT would count this request', async () => {
  rfc = 'URE180429TM6';
  expect(await request()).toMatchObject({ outcome: 'credential', code: 'fiel_missing' });
  expect(asked).not.toContain('SolicitaDescargaService.svc');
});

test.each([
  [[200, 'IdSolicitud="a" CodEstatus="5000"'], { outcome: 'accepted', satId: 'a' }],
  [[200, 'CodEstatus="5002"'], { outcome: 'used_up', code: '5002' }],
  [[200, 'CodEstatus="5005"'], { outcome: 'used_up', code: '5005' }],
  [[200, 'CodEstatus="404"'], { outcome: 'again', code: '404' }],
  [[200, 'CodEstatus="5006"'], { outcome: 'again', code: '5006' }],
  [[200, 'CodEstatus="301"'], { outcome: 'refused', code: '301' }],
  [[200, 'CodEstatus="304"'], { outcome: 'credential', code: '304' }],
  // The SAT may have counted the request, so Timbre also counts it as used.
  [[503, 'CodEstatus="5000"'], { outcome: 'unknown' }],
] as const)('the answer %o to a request is read as %o', async ([status, attributes], expected) => {
  pages['SolicitaDescargaService.svc'] = [
    status,
    answerTo('SolicitaDescargaRecibidos', `${attributes} Mensaje="x"`),
  ];
  expect(await request()).toMatchObject(expected);
});

test.each([
  ['CodEstatus="5000" EstadoSolicitud="1" CodigoEstadoSolicitud="5000"', { outcome: 'waiting' }],
  ['CodEstatus="5000" EstadoSolicitud="7"', { outcome: 'waiting' }],
  ['CodEstatus="404" EstadoSolicitud="0"', { outcome: 'waiting' }],
  ['CodEstatus="5000" EstadoSolicitud="5" CodigoEstadoSolicitud="5004"', { outcome: 'empty' }],
  ['CodEstatus="5000" EstadoSolicitud="5" CodigoEstadoSolicitud="5003"', { outcome: 'too_many' }],
  ['CodEstatus="5000" EstadoSolicitud="6"', { outcome: 'failed' }],
  ['CodEstatus="5004" EstadoSolicitud="0"', { outcome: 'failed', code: '5004' }],
  [
    'CodEstatus="5000" EstadoSolicitud="3" CodigoEstadoSolicitud="5000" NumeroCFDIs="2"',
    { outcome: 'finished', documents: 2, packages: ['A_01', 'A_02'] },
  ],
])('the verification answer %s is read as %o', async (attributes, expected) => {
  const packages = '<IdsPaquetes>A_01</IdsPaquetes><IdsPaquetes>A_02</IdsPaquetes>';
  pages['VerificaSolicitudDescargaService.svc'] = [
    200,
    answerTo('VerificaSolicitudDescarga', `${attributes} Mensaje="x"`, packages),
  ];
  expect(await verify()).toMatchObject(expected);
});

const base64 = Buffer.from('a package').toString('base64');

test.each([
  ['5000', base64, { outcome: 'downloaded', bytes: 9, text: 'a package' }],
  ['5000', base64.slice(0, -1), { outcome: 'broken' }],
  ['5000', '%%%%', { outcome: 'broken' }],
  ['5000', '', { outcome: 'broken' }],
  ['5007', '', { outcome: 'lost', code: '5007' }],
  ['5008', '', { outcome: 'lost', code: '5008' }],
  ['5011', '', { outcome: 'again', code: '5011' }],
  ['304', '', { outcome: 'credential', code: '304' }],
])('a package with code %s and the text %j is read as %o', async (code, text, expected) => {
  pages['DescargaMasivaService.svc'] = [200, packet(code, text)];
  expect(await download()).toMatchObject(expected);
});
