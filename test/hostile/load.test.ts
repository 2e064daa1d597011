import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  created,
  customerInput,
  startOwnDeployment,
  type Api,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { until } from '../api/until';
import { writeApiKey } from '../../gateway/src/identity/domain/api-key';

/** The maximum memory by which a flood may increase the gateway's memory use. */
const grownMax = 512 << 20;

let deployment: OwnDeployment;
let other: Api;
let flooder: Api;
let restingBytes: number;

beforeAll(async () => {
  deployment = await startOwnDeployment('flood');
  [other, flooder] = [await deployment.organization('Other'), await deployment.organization()];
  await answers(20);
  restingBytes = await residentBytes();
}, 240_000);
afterAll(() => deployment?.stop());

async function residentBytes(): Promise<number> {
  const page = await (await fetch(`${deployment.healthUrls['gateway']}/metrics`)).text();
  return Number(/^timbre_resident_bytes(?:{.*})? (\S+)/m.exec(page)![1]);
}

/**
 * Sends alternating reads and writes for an organization that is not under attack, and returns their
 * statuses.
 */
async function answers(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const [method, body] = at % 4 === 0 ? ['POST', customerInput] : ['GET', undefined];
    const options = { body, isOnce: true };
    statuses.push((await other.request(method!, '/v1/contacts', options)).status);
  }
  return statuses;
}

/**
 * Sends bytes on many connections concurrently.
 * @returns the connections and the responses that each connection received
 */
async function flood(count: number, bytesFor: (index: number) => string | Buffer[]) {
  const { port, hostname } = new URL(flooder.baseUrl);
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    answers[index] = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answers[index] += text));
    for (const bytes of [bytesFor(index)].flat()) socket.write(bytes);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const heads = () => answers.flatMap((text) => text.match(/^HTTP\/1\.1 \d+[^]*?\r\n\r\n/gm) ?? []);
  return { sockets, heads };
}

const statusOf = (head: string): number => Number(head.split(' ')[1]);

/**
 * Whether the response asks a flooding client to try again later. The gateway limits the wait for a
 * connection, a statement or a service, so a flood also gets 503 on a busy machine.
 */
const isPutOff = (head: string): boolean =>
  [429, 503].includes(statusOf(head)) && /^retry-after: [1-9]/im.test(head);

const ended = (sockets: Socket[]): Promise<unknown> =>
  Promise.all(sockets.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close')));

/** Returns the path of an upload link that accepts a file of this size. */
async function uploadPath(byteSize: number): Promise<string> {
  const sha256 = createHash('sha256').update(Buffer.alloc(byteSize, 'x')).digest('hex');
  const body = { fileName: 'a.txt', contentType: 'text/plain', byteSize, sha256 };
  const file = await created(flooder, '/v1/files/uploads', body);
  return new URL(file.uploadUrl as string).pathname;
}

const uploadPaths = (count: number, byteSize: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => uploadPath(byteSize)));

/**
 * Expects that other requests got responses, that the flood caused no fault, and that memory use is
 * bounded.
 */
async function expectUnharmed(others: number[], flooded: string[]): Promise<void> {
  expect(others.filter((status) => status >= 300)).toEqual([]);
  expect(flooded.filter((head) => statusOf(head) >= 500 && !isPutOff(head))).toEqual([]);
  expect(await residentBytes()).toBeLessThan(restingBytes + grownMax);
}

it('a client that does not read its responses does not delay other clients, and the responses use no additional memory', async () => {
  const asked = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(700);
  const { sockets, heads } = await flood(50, () => asked);
  for (const socket of sockets) socket.pause();
  await expectUnharmed(await answers(40), heads());
  for (const socket of sockets) socket.destroy();
});

it('request bodies that arrive in pieces of one byte are refused and do not delay other clients', async () => {
  const paths = await uploadPaths(20, 1 << 20);
  const { sockets, heads } = await flood(20, (index) => [
    Buffer.from(`PUT ${paths[index]} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`),
    ...Array<Buffer>(10).fill(Buffer.from('1\r\nx\r\n'.repeat(20_000))),
  ]);
  const [others] = await Promise.all([answers(40), ended(sockets)]);
  await expectUnharmed(others, heads());
});

it('endless uploads are limited by organization and do not delay other organizations', async () => {
  const byteSize = 8 << 20;
  const paths = await uploadPaths(20, byteSize);
  const content = Buffer.alloc(byteSize - 1, 'x');
  const { sockets, heads } = await flood(20, (index) => [
    Buffer.from(`PUT ${paths[index]} HTTP/1.1\r\nHost: x\r\nContent-Length: ${byteSize}\r\n\r\n`),
    content,
  ]);
  const others = await answers(60);
  await expectUnharmed(others, heads());
  // Eight uploads are accepted at the same time. If the busy machine rejects one of the eight uploads,
  // the next upload uses the free slot.
  const refused = await until(
    10_000,
    () => Promise.resolve(heads()),
    ({ length }) => length >= 12,
  );
  expect(refused.filter((head) => !isPutOff(head))).toEqual([]);
  expect(refused.length).toBeGreaterThanOrEqual(12);
  expect(refused.map(statusOf)).toContain(429);
  for (const socket of sockets) socket.destroy();
});

it('requests with invented API keys are refused, and do not delay requests with API keys that were used before', async () => {
  const unknownKey = () => {
    const { text } = writeApiKey('test', crypto.randomUUID());
    return `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${text}\r\nConnection: close\r\n\r\n`;
  };
  const { sockets, heads } = await flood(400, unknownKey);
  const [others] = await Promise.all([answers(40), ended(sockets)]);
  await expectUnharmed(others, heads());
  const statuses = new Set(
    heads()
      .filter((head) => statusOf(head) !== 503)
      .map(statusOf),
  );
  expect(statuses).toEqual(new Set([401, 429]));
});
