import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type Api } from '@timbre/testkit/client';
import { startFixtures } from './fixtures';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

interface Ended {
  code: number;
  text: string;
}

/** Runs a command of a package and waits for its end. */
async function run(packageName: string, file: string, args: string[]): Promise<Ended> {
  const home = dirname(require.resolve(`${packageName}/package.json`));
  const cwd = mkdtempSync(join(tmpdir(), 'timbre-mcp-'));
  const options = { cwd, timeout: 120_000, maxBuffer: 1 << 24 };
  return promisify(execFile)(process.execPath, [join(home, file), ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

/**
 * Runs work through a proxy that only adds an API key, because the conformance tool sends no key.
 */
async function withKey(work: (baseUrl: string) => Promise<void>): Promise<void> {
  const proxy = createServer((given, answer) => {
    const { url: path, method, headers } = given;
    const forwarded = request(
      new URL(path!, api.baseUrl),
      { method, headers: { ...headers, authorization: `Bearer ${api.apiKey}` } },
      (inner) => {
        answer.writeHead(inner.statusCode!, inner.headers);
        inner.pipe(answer);
      },
    );
    forwarded.on('error', () => answer.destroy());
    given.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    await work(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

/**
 * Runs every conformance scenario of a protocol revision. The failures must be exactly the failures
 * in the baseline.
 */
async function conforms(baseUrl: string, revision: string, baseline: string): Promise<void> {
  const expected = join(__dirname, baseline);
  const args = ['--requirements', revision, '--expected-failures', expected, '-o', 'out'];
  const { code, text } = await run(
    ...(['@modelcontextprotocol/conformance', 'dist/index.js'] as const),
    ['server', '--url', `${baseUrl}/mcp`, ...args],
  );
  expect({ code, end: code === 0 ? '' : text.slice(-1_500) }).toEqual({ code: 0, end: '' });
}

describe.each(['2026-07-28', '2025-11-25'])('the conformance tool of %s', (revision) => {
  it('the conformance tool finds only the failures of the baseline', () =>
    withKey((baseUrl) => conforms(baseUrl, revision, `baseline-${revision}.yml`)));

  it('the conformance tool finds fewer failures if the server has the tools that its scenarios require', async () => {
    const { baseUrl, close } = await startFixtures();
    await conforms(baseUrl, revision, `baseline-fixtures-${revision}.yml`).finally(close);
  });
});

interface Configuration {
  mcpServers: { timbre: { url: string } };
}

describe('the inspector', () => {
  const inspect = (era: string, ...args: string[]) =>
    run('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js', [
      '--cli',
      `${api.baseUrl}/mcp`,
      '--transport',
      'http',
      '--format',
      'json',
      '-q',
      '--header',
      `Authorization: Bearer ${api.apiKey}`,
      '--protocol-era',
      era,
      ...args,
    ]);

  it.each(['modern', 'legacy'])(
    'the inspector finds no fault in the schemas, as a %s client',
    async (era) => {
      const { code, text } = await inspect(era, '--method', 'tools/list', '--strict');
      expect({ code, has: text.includes('"create_cfdi_draft"') }).toEqual({ code: 0, has: true });
    },
  );

  it('the inspector connects with the configuration that /docs/assistants shows', async () => {
    const { bytes } = await api.request('GET', '/docs/assistants');
    const shown = [...bytes.toString().matchAll(/<pre><code>(\{.*?)<\/code><\/pre>/gs)]
      .map(([, json]) => json!.replaceAll('&quot;', '"'))
      .find((json) => json.includes('mcpServers') && json.includes('"url"'));
    const { url } = (JSON.parse(shown!) as Configuration).mcpServers.timbre;
    const own = shown!.replace(url, `${api.baseUrl}/mcp`).replace('YOUR_API_KEY', api.apiKey);
    const config = join(mkdtempSync(join(tmpdir(), 'timbre-mcp-')), 'mcp.json');
    writeFileSync(config, own);
    const args = ['--cli', '--config', config, '--server', 'timbre', '--method', 'tools/list'];
    const file = 'clients/launcher/build/index.js';
    const { code, text } = await run('@modelcontextprotocol/inspector', file, args);
    expect({ code, has: text.includes('create_cfdi_draft') }).toEqual({ code: 0, has: true });
    expect(new URL(url).pathname).toBe('/mcp');
  });

  it('the inspector calls a tool, and reports errors by its exit code', async () => {
    const call = (name: string, given: object) =>
      inspect(
        ...(['modern', '--method', 'tools/call', '--tool-name', name] as const),
        '--tool-args-json',
        JSON.stringify(given),
      );
    expect((await call('search_contacts', { kind: 'customer', limit: 2 })).code).toBe(0);
    expect((await call('get_document', { documentRef: 'cfdi:none' })).code).toBe(5);
  });
});
