import { readXml } from '@timbre/cfdi';
import type { HttpCall } from '../http';
import { child, childText } from '../soap';
import { createFinkok } from './client';

const cfdi = (xml: string) => ({ kind: 'cfdi', xml }) as const;

/** Creates a Finkok client over an in-memory connection that loses every response. */
function finkok() {
  const calls: HttpCall[] = [];
  const call = (options: HttpCall) => {
    calls.push(options);
    return Promise.resolve({ outcome: 'unknown', cause: new Error('reset') } as const);
  };
  const http = { call, close: () => Promise.resolve([]) as never };
  const settings = { name: 'finkok', baseUrl: 'https://f.test', user: 'u&v', password: '<p>' };
  const clock = { now: 0 };
  return { calls, clock, pac: createFinkok(settings, http, () => clock.now) };
}

const operationIn = ({ body }: HttpCall, name: string) =>
  child(child(readXml(String(body)), 'Body'), name);

test('a document is sent once, in base64, with user and password of the account', async () => {
  const { calls, pac } = finkok();
  expect((await pac.stamp(cfdi('<ñ/>'), 'a', 1)).outcome).toBe('unknown');
  const [sent] = calls;
  expect(sent).toMatchObject({
    url: 'https://f.test/servicios/soap/stamp',
    headers: { soapaction: '"stamp"' },
    isWrite: true,
  });
  const operation = operationIn(sent!, 'stamp');
  expect(operation!.children.map(({ text }) => text)).toEqual([
    Buffer.from('<ñ/>').toString('base64'),
    'u&v',
    '<p>',
  ]);
});

test('a lookup queries the stamp of the same document and stamps nothing', async () => {
  const { calls, pac } = finkok();
  expect((await pac.lookup(cfdi('<x/>'), 'a')).outcome).toBe('unknown');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ headers: { soapaction: '"stamped"' }, isWrite: false });
  expect(childText(operationIn(calls[0]!, 'stamped'), 'xml')).toBe('PHgvPg==');
});

test('a document is not sent after its deadline', async () => {
  const { calls, clock, pac } = finkok();
  clock.now = 2;
  expect((await pac.stamp(cfdi('<x/>'), 'a', 1)).outcome).toBe('not_sent');
  expect(calls).toEqual([]);
});

test('Finkok has a single service for all requests about withholding documents', async () => {
  const { calls, pac } = finkok();
  const sealed = { kind: 'withholding', xml: '<x/>' } as const;
  await pac.stamp(sealed, 'a', 1);
  await pac.lookup(sealed, 'a');
  await pac.cancel(sealed);
  expect(calls.map(({ url }) => url)).toEqual(
    calls.map(() => 'https://f.test/servicios/soap/retentions'),
  );
  expect(calls.map(({ headers }) => headers!['soapaction'])).toEqual(
    ['stamp', 'stamped', 'cancel_signature'].map((operation) => `"${operation}"`),
  );
});

test('stamps are listed by issuer, kind and period, and read by their UUID', async () => {
  const { calls, pac } = finkok();
  const period = { from: '2026-11-21T00:00:00', to: '2026-11-21T06:00:00' };
  expect((await pac.issued!.list('EKU9003173C9', 'withholding', period)).outcome).toBe('unknown');
  expect((await pac.issued!.read('EKU9003173C9', 'cfdi', 'ab-c')).outcome).toBe('unknown');
  expect(calls.map(({ url, isWrite }) => [url, isWrite])).toEqual(
    calls.map(() => ['https://f.test/servicios/soap/utilities', false]),
  );
  const [listed, read] = [
    operationIn(calls[0]!, 'report_uuid')!.children,
    operationIn(calls[1]!, 'get_xml')!.children,
  ];
  const { from, to } = period;
  expect(listed.map(({ text }) => text)).toEqual(['u&v', '<p>', 'EKU9003173C9', 'R', from, to]);
  expect(read.map(({ text }) => text)).toEqual(['u&v', '<p>', 'AB-C', 'EKU9003173C9', 'I']);
});
