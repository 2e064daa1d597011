import type { HttpCall, HttpOutcome } from '../http';
import { createSw } from './client';

const cfdi = (xml: string) => ({ kind: 'cfdi', xml }) as const;

const answered = (status: number, body: unknown): HttpOutcome => ({
  outcome: 'answered',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const success = (data: unknown) => answered(200, { status: 'success', data });
const failure = (message: string, data: unknown = null) =>
  answered(400, { status: 'error', message, data });
const tfd = `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="AD662D33-6934-459C-A128-BDF0393F0F44" FechaTimbrado="2026-11-21T09:00:00" RfcProvCertif="LSO1306189R5" SelloCFD="c2VsbG8=" NoCertificadoSAT="30001000000500003456" SelloSAT="c2F0"/>`;

/**
 * Creates an SW client over an in-memory connection with a list of responses for each path. The last
 * response of each list is repeated.
 */
function sw(script: Record<string, HttpOutcome[]>) {
  const calls: HttpCall[] = [];
  let tokens = 0;
  const call = (options: HttpCall): Promise<HttpOutcome> => {
    calls.push(options);
    const { pathname } = new URL(options.url);
    const path = Object.keys(script).find((key) => pathname.includes(key));
    if (!path) {
      tokens += 1;
      return Promise.resolve(success({ token: `t${tokens}`, expires_in: 7_200 }));
    }
    const answers = script[path]!;
    return Promise.resolve(answers.length > 1 ? answers.shift()! : answers[0]!);
  };
  const settings = { name: 'sw', baseUrl: 'https://sw.test', user: 'u', password: 'p' };
  const clock = { now: 0 };
  const pac = createSw(
    settings,
    { call, close: () => Promise.resolve([]) as never },
    () => clock.now,
  );
  const paths = () => calls.map(({ url }) => new URL(url).pathname);
  return { pac, calls, clock, paths, stamp: () => pac.stamp(cfdi('<x/>'), 'attempt-1', 4_000) };
}

test('a sealed document is sent unchanged, with the identifier of its attempt as customid', async () => {
  const { calls, stamp } = sw({ stamp: [success({ cfdi: '<stamped/>' })] });
  expect(await stamp()).toEqual({ outcome: 'stamped', xml: '<stamped/>' });
  const sent = calls[1]!;
  expect(sent).toMatchObject({ method: 'POST', isWrite: true });
  expect(sent.headers).toMatchObject({ authorization: 'Bearer t1', customid: 'attempt-1' });
  expect(sent.body!.toString()).toContain('name="xml"');
  expect(sent.body!.toString()).toContain('\r\n\r\n<x/>\r\n');
});

test('a token is kept for two hours less a minute', async () => {
  const { clock, paths, pac } = sw({ stamp: [success({ cfdi: '<stamped/>' })] });
  const stampAt = (at: number) => ((clock.now = at), pac.stamp(cfdi('<x/>'), 'a', at));
  await stampAt(0);
  await stampAt(7_139_000);
  await stampAt(7_141_000);
  expect(paths().filter((path) => path.includes('authenticate'))).toHaveLength(2);
});

test('a token that SW revoked before its expiry is renewed once', async () => {
  const expired = failure('El token ha expirado');
  const { calls, stamp } = sw({
    stamp: [success({ cfdi: '<s/>' }), expired, success({ cfdi: '<s/>' })],
  });
  await stamp();
  expect((await stamp()).outcome).toBe('stamped');
  expect(calls.at(-1)!.headers).toMatchObject({ authorization: 'Bearer t2' });
  const refusing = sw({ stamp: [expired] });
  expect((await refusing.stamp()).outcome).toBe('account');
  expect(refusing.calls).toHaveLength(2);
});

test('a cancellation renews a revoked token once', async () => {
  const expired = answered(401, '');
  const done = success({ acuse: '<A/>', uuid: { U: '201' } });
  const { pac, calls } = sw({ stamp: [success({ cfdi: '<s/>' })], cancel: [expired, done] });
  await pac.stamp(cfdi('<x/>'), 'a', 4_000);
  expect((await pac.cancel(cfdi('<c/>'))).outcome).toBe('requested');
  expect(calls.at(-1)!.headers).toMatchObject({ authorization: 'Bearer t2' });
  const refusing = sw({ cancel: [expired] });
  expect((await refusing.pac.cancel(cfdi('<c/>'))).outcome).toBe('account');
});

test('no document is sent if the authentication fails, for any reason', async () => {
  const lost: HttpOutcome = { outcome: 'unknown', cause: new Error('reset') };
  const page = answered(502, '<html>');
  for (const trouble of [lost, page]) {
    const { paths, stamp } = sw({ authenticate: [trouble] });
    expect((await stamp()).outcome).toBe('not_sent');
    expect(paths()).toHaveLength(1);
  }
  const { stamp } = sw({ authenticate: [failure('AU2000 - El usuario no es válido')] });
  expect((await stamp()).outcome).toBe('account');
});

test('a document is not sent after its deadline', async () => {
  const { pac, clock, paths } = sw({ stamp: [success({ cfdi: '<s/>' })] });
  clock.now = 5_000;
  expect((await pac.stamp(cfdi('<x/>'), 'a', 4_000)).outcome).toBe('not_sent');
  expect(paths().some((path) => path.includes('stamp'))).toBe(false);
});

describe('a stamp that SW has stored under our attempt', () => {
  const taken = failure('CFDI3307 - Timbre duplicado.', { tfd });
  const live = (urlXml: string) => success({ records: [{ urlXml }] });

  test("a stamp that SW has stored under our attempt is fetched by its UUID, and our token is sent only to SW's host", async () => {
    for (const [url, expected] of [
      ['https://sw.test/files/1', 'Bearer t1'],
      ['https://blob.test/files/1', undefined],
    ] as const) {
      const { calls, stamp } = sw({
        stamp: [taken],
        live: [live(url)],
        files: [answered(200, '<s/>')],
      });
      expect(await stamp()).toEqual({ outcome: 'stamped', xml: '<s/>' });
      expect(calls[2]!.url.toLowerCase()).toContain('ad662d33-6934-459c-a128-bdf0393f0f44');
      expect(calls[3]!.headers?.['authorization']).toBe(expected);
    }
  });

  test("a stamp that SW has stored under our attempt is pending while SW's storage does not return it", async () => {
    const without = sw({ stamp: [taken], live: [success({ records: [] })] });
    expect((await without.stamp()).outcome).toBe('pending');
    const missing = sw({
      stamp: [taken],
      live: [live('https://sw.test/files/1')],
      files: [answered(404, '')],
    });
    expect((await missing.stamp()).outcome).toBe('pending');
  });
});

test('a lookup sends the same document again with the same customid', async () => {
  const previous = failure('307. El comprobante contiene un timbre previo.', { cfdi: '<s/>' });
  const { calls, pac } = sw({ stamp: [previous] });
  expect(await pac.lookup(cfdi('<x/>'), 'attempt-1')).toEqual({ outcome: 'stamped', xml: '<s/>' });
  expect(calls[1]!.headers).toMatchObject({ customid: 'attempt-1' });
});

test('withholding documents have separate services, without a custom id', async () => {
  const { pac, calls } = sw({ stamp: [success({ cfdi: '<s/>' })] });
  const sealed = { kind: 'withholding', xml: '<x/>' } as const;
  expect(await pac.stamp(sealed, 'attempt-1', 4_000)).toEqual({ outcome: 'stamped', xml: '<s/>' });
  expect(calls[1]!.url).toMatch(/\/retencion\/stamp\/v4$/);
  expect(calls[1]!.headers).not.toHaveProperty('customid');
  await pac.cancel({ ...sealed, xml: '<Cancelacion/>' });
  expect(calls.at(-1)!.url).toMatch(/\/retencion\/cancel\/xml$/);
});
