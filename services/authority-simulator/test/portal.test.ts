import { createPrivateKey, createSign, X509Certificate } from 'node:crypto';
import { certificateNumber } from '../src/validation/certificate';
import { ISSUER, mintOver, type MintedJson } from './documents';
import { disposeSimulators, runSimulator, turn, type Running } from './simulator';

afterEach(disposeSimulators);

const january = {
  rfc: ISSUER.rfc,
  legalName: ISSUER.legalName,
  fiscalYear: 2026,
  period: 'Enero',
  periodicity: 'Mensual',
  filedAt: '2026-02-17T10:00',
  concepts: [{ name: 'ISR personas morales', charged: 17060, amountToPay: 17060 }],
};

const fielOf = (simulator: Running) =>
  mintOver(simulator.url, { kind: 'fiel', rfc: ISSUER.rfc, legalName: ISSUER.legalName });

/** A minimal browser with cookies, redirects and hidden fields. */
function browser(origin: string) {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, referer: `${origin}/before`, ...(init.headers as object) };
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return location ? send(location) : response;
  };
  const submit = (html: string, more: Record<string, string> = {}) => {
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const body = new URLSearchParams({ ...hiddenIn(html), ...more });
    return send(action.replaceAll('&amp;', '&'), { method: 'POST', body });
  };
  return { send, submit };
}

const hiddenIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  );

function signed(guid: string, { certificate, privateKey, passphrase }: MintedJson) {
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'));
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const text = `${guid}|${ISSUER.rfc}|${certificateNumber(x509)}`;
  const key = Buffer.from(privateKey, 'base64');
  const opened = createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
  const signature = createSign('RSA-SHA1').update(text).sign(opened, 'base64');
  const fert = x509.validToDate.toISOString().slice(2, 19).replace(/[-T:]/g, '');
  return { token: base64(`${base64(text)}#${base64(signature)}`), fert: `${fert}Z` };
}

async function entered(simulator: Running, portal: string, fiel: MintedJson) {
  const { send, submit } = browser(simulator.url);
  await submit(await (await send(`/portal/${portal}/`)).text());
  const page = await (await send('/portal/login/nidp/app/login?id=fiel')).text();
  await submit(page, signed(hiddenIn(page).guid!, fiel));
  const result = await (await send('/portal/login/nidp/app/login?sid=0')).text();
  const inside = await (await submit(result)).text();
  return { send, submit, inside };
}

const search = (fiscalYear: number) => ({
  method: 'POST',
  body: new URLSearchParams({ Ejercicio: `${fiscalYear}`, tipoDocumento: '3' }),
});

test('a FIEL opens the portal, which lists the filings of a year with their PDF files', async () => {
  const simulator = await runSimulator();
  const filing = await fetch(`${simulator.url}/__sim/declarations`, {
    method: 'POST',
    body: JSON.stringify(january),
    headers: { 'content-type': 'application/json' },
  });
  const { operationNumber } = (await filing.json()) as { operationNumber: string };
  const { send, inside } = await entered(simulator, 'declaraciones', await fielOf(simulator));
  expect(inside).toContain(`RFC: ${ISSUER.rfc}`);
  const path = '/portal/declaraciones/Consulta/Consulta';
  expect(await (await send(path, search(2026))).text()).toContain(`<td>${operationNumber}</td>`);
  expect(await (await send(path, search(2025))).text()).toContain('bootbox-body');
  const file = `RecuperarArchivo?tipoDocumento=3&numeroOperacion=${operationNumber}`;
  const pdf = await send(`/portal/declaraciones/Consulta/${file}`);
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('a CSD, a used challenge and a page without its referer do not open the portal', async () => {
  const simulator = await runSimulator();
  const { inside } = await entered(simulator, 'declaraciones', simulator.csd);
  expect(inside).not.toContain('RFC:');
  const { send, submit } = browser(simulator.url);
  await submit(await (await send('/portal/opinion/')).text());
  const page = await (await send('/portal/login/nidp/app/login?id=fiel')).text();
  const answer = signed(hiddenIn(page).guid!, await fielOf(simulator));
  expect(await (await submit(page, answer)).text()).toContain('top.location');
  expect(await (await submit(page, answer)).text()).toContain('incorrectos');
  const login = `${simulator.url}/portal/login/nidp/app/login?id=fiel`;
  expect(await (await fetch(login)).text()).toBe('');
});

test('a declaration is calculated from the stamps of its month', async () => {
  const simulator = await runSimulator();
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${simulator.url}/__sim/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { concepts: Record<string, number>[]; [key: string]: unknown };
  };
  const sold = { receiverRfc: ISSUER.rfc, issuerRfc: 'URE180429TM6', count: 3, seed: 'derive' };
  await post('foreign-cfdi', { ...sold, dateFrom: '2025-12-01', dateTo: '2025-12-31' });
  await post('foreign-cfdi', { ...sold, dateFrom: '2025-11-01', dateTo: '2025-11-30' });
  const month = { month: '2025-12', coefficient: 1 };
  const seller = await post('declarations/derive', { rfc: 'URE180429TM6', ...month });
  const buyer = await post('declarations/derive', { rfc: ISSUER.rfc, ...month });
  expect(seller).toMatchObject({
    fiscalYear: 2025,
    period: 'Diciembre',
    filedAt: '2026-01-17T10:00',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  });
  const [isr, iva] = seller.concepts.map(({ amountToPay }) => amountToPay!);
  expect(iva).toBeGreaterThan(100);
  // The ISR is 30 % of the amounts that are taxed with 16 % of IVA.
  expect(Math.abs(isr! - (iva! / 0.16) * 0.3)).toBeLessThan(2);
  expect(buyer.concepts).toMatchObject([{ amountToPay: 0 }, { inFavor: iva }]);
  const nothing = await post('declarations/derive', { rfc: ISSUER.rfc, month: '2024-01' });
  expect(nothing['total']).toBe(0);
  expect(
    (await post('declarations/derive', { rfc: ISSUER.rfc, month: '2024-13' }))['error'],
  ).toBeDefined();
});

test('the lists contain the listed taxpayers, with one byte for each character', async () => {
  const simulator = await runSimulator();
  const body = { rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBÓTICA', situation: 'Definitivo' };
  for (const list of ['69b', 'Firmes.csv']) {
    await fetch(`${simulator.url}/__sim/listed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, list, publishedOn: '2026-01-31' }),
    });
  }
  const read = async (file: string) => {
    const answer = await fetch(`${simulator.url}/portal/cifras_sat/Documents/${file}`);
    return new TextDecoder('windows-1252').decode(await answer.arrayBuffer());
  };
  const list = await read('Listado_Completo_69-B.csv');
  expect(list.split('\r\n')[0]).toMatch(/^"Información actualizada al \d{2} de \p{L}+ de \d{4}",/u);
  expect(list).toContain(',URE180429TM6,UNIVERSIDAD ROBÓTICA,Definitivo,');
  expect(await read('Firmes.csv')).toContain('URE180429TM6,UNIVERSIDAD ROBÓTICA,M,Definitivo');
});

test('a reset deletes filings and faults', async () => {
  const simulator = await runSimulator();
  await turn(simulator.url, '/portal', { unavailable: true });
  const list = `${simulator.url}/portal/cifras_sat/Documents/Firmes.csv`;
  expect((await fetch(list)).status).toBe(503);
  await turn(simulator.url, '/reset', {});
  expect((await fetch(list)).status).toBe(200);
});
