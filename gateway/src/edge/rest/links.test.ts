import { once } from 'node:events';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createArrivals } from '../http/arrivals';
import { createLinks } from '../http/signed-link';
import { serveLinks, type LinkParts } from './links';

const organizationId = '00000000-0000-4000-8000-000000000001';
const id = '00000000-0000-4000-8000-000000000002';
const links = createLinks(Buffer.alloc(32, 1), '', Date.now);
const partBytes = 1 << 20;

let server: Server;
let logged: unknown[];
let readFilePart: (number: number) => Promise<unknown>;
let limit: () => Promise<unknown>;
beforeEach(async () => {
  logged = [];
  limit = () => Promise.resolve({ isAllowed: true });
  const fiscalCfdi = {
    readFilePart: ({ number }: { number: number }) => readFilePart(number),
  };
  const app = express();
  serveLinks(app, {
    environment: 'sandbox',
    publicUrl: '',
    links,
    backend: { services: { fiscalCfdi } },
    limit: () => limit(),
    arrivals: createArrivals(),
    logger: { error: (said: unknown) => logged.push(said) },
  } as unknown as LinkParts);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const part = () => ({
  contentType: 'application/zip',
  fileName: 'x.zip',
  isLast: false,
  byteSize: 1_000 * partBytes,
  content: Buffer.alloc(partBytes),
});

/**
 * Starts to download the file and reads its first bytes.
 * @returns a promise for the end of the request, as the client sees it
 */
async function begin() {
  const { url } = links.write({ kind: 'file', id, organizationId });
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path: url }).on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  await once(response, 'data');
  return request;
}

it('a client that disconnects during a download causes no error', async () => {
  let reads = 0;
  readFilePart = () => Promise.resolve(((reads += 1), part()));
  const request = await begin();
  request.destroy();
  await closed();
  expect([logged, reads < 1_000]).toEqual([[], true]);
});

it('a part that cannot be read ends the download and is logged', async () => {
  readFilePart = (number) =>
    number === 0 ? Promise.resolve(part()) : Promise.reject(new Error('lost'));
  await begin();
  await closed();
  expect(logged).toMatchObject([{ err: { message: 'lost' } }]);
});

it.each([
  ['GET', 'file', 200],
  ['PUT', 'upload', 503],
] as const)(
  'while quotas cannot be read, a %s of a link of kind %s is answered with %i',
  async (method, kind, status) => {
    limit = () => Promise.reject(new Error('Query read timeout'));
    readFilePart = () => Promise.resolve({ ...part(), isLast: true, byteSize: partBytes });
    const { url } = links.write({ kind, id, organizationId });
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method });
    expect(answer.status).toBe(status);
  },
);

/** Waits until the server has closed the connection and the handler has returned. */
async function closed(): Promise<void> {
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
