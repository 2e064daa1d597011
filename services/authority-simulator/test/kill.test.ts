import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseTimbre } from '@timbre/cfdi';
import { ISSUER, mintOver, sealedIncome, signerOf } from './documents';
import { stampsOf } from './simulator';
import { swClient } from './sw-client';

const main = join(__dirname, '..', 'dist', 'main.js');
const dataDir = mkdtempSync(join(tmpdir(), 'timbre-simulator-kill-'));
let running: ChildProcess | undefined;

afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Starts the process and waits for the log line that contains its URL. */
function start(): Promise<string> {
  const env = { ...process.env, TIMBRE_HTTP_PORT: '0', TIMBRE_DATA_DIR: join(dataDir, 'state') };
  const child = spawn(process.execPath, [main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the simulator ended before it listened')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
      if (msg === 'listening' && url) resolve(url);
    });
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

test('every stamp answered before a SIGKILL exists exactly once after the restart', async () => {
  const url = await start();
  const { rfc, legalName } = ISSUER;
  const signer = signerOf(await mintOver(url, { kind: 'csd', rfc, legalName }));
  const documents = Array.from({ length: 40 }, () => sealedIncome(signer));
  const sw = swClient(url);
  await sw.get('/management/v2/api/users/balance');
  const answered = new Map<string, string>();
  const killed = ended(running!);
  // The test kills the process even if a send fails.
  await Promise.all(
    documents.map(async (xml) => {
      const answer = await sw.stamp(xml).catch(() => undefined);
      if (answer?.status === 'success') answered.set(xml, parseTimbre(answer.data?.['tfd']).uuid);
      if (answered.size === 10) running?.kill('SIGKILL');
    }),
  );
  running?.kill('SIGKILL');
  await killed;
  expect(answered.size).toBeGreaterThanOrEqual(10);

  const again = await start();
  const kept = await stampsOf(again);
  expect(kept.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([...answered.values()]));
  for (const xml of documents) {
    const answer = await swClient(again).stamp(xml);
    const { uuid } = parseTimbre(answer.data?.['tfd']);
    if (answered.has(xml)) expect(uuid).toBe(answered.get(xml));
  }
  const all = await stampsOf(again);
  expect(all).toHaveLength(documents.length);
  expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(documents.length);

  const stopped = ended(running!);
  running?.kill('SIGTERM');
  expect(await stopped).toBe(0);
});

test('an invalid environment stops the process with a message that lists all faults', async () => {
  const env = { PATH: process.env['PATH'], TIMBRE_HTTP_PORT: 'eighty', TIMBRE_LOG_LEVEL: 'loud' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  expect(await ended(child)).toBe(1);
  for (const name of ['TIMBRE_HTTP_PORT', 'TIMBRE_DATA_DIR', 'TIMBRE_LOG_LEVEL'])
    expect(text).toContain(name);
});
