import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openList } from './list-rows';

let server: Server;
let url: URL;
let body: Buffer;
let asked: IncomingMessage;
beforeEach(async () => {
  server = createServer((request, response) => {
    asked = request;
    response.writeHead(200, { 'last-modified': 'Sat, 31 Oct 2026 06:00:00 GMT' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function rowsOf(text: string): Promise<string[][]> {
  body = Buffer.from(text, 'latin1');
  const rows: string[][] = [];
  for await (const row of (await openList(url)).rows) rows.push(row);
  return rows;
}

test('openList decodes each byte as one character, and reads cells that contain commas, quotes and line ends', async () => {
  const long =
    '"Información actualizada al 31 de octubre de 2026; los listados, que son públicos",,';
  const rows = await rowsOf(
    `${long}\r\n1,EKU9003173C9,"ESCUELA ""KEMPER""\r\nURGATE, S.A."\r\n2,P&Ñ800101AB1,PEÑA\r\n`,
  );
  expect(rows).toEqual([
    ['Información actualizada al 31 de octubre de 2026; los listados, que son públicos', '', ''],
    ['1', 'EKU9003173C9', 'ESCUELA "KEMPER"\r\nURGATE, S.A.'],
    ['2', 'P&Ñ800101AB1', 'PEÑA'],
  ]);
  expect((await openList(url)).modifiedAt).toEqual(new Date('2026-10-31T06:00:00Z'));
});

test('a list whose text was encoded twice is not recognized as a list', async () => {
  await expect(rowsOf('1,EKU9003173C9,PEï¿½A\r\n')).rejects.toMatchObject({
    code: 'page_not_recognised',
  });
});

test('a download sends a User-Agent, because some hosts refuse requests without it', async () => {
  await rowsOf('');
  expect(asked.headers['user-agent']).toBe('Timbre');
});
