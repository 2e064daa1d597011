import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { report } from '../../scripts/runtime/demo-organization.mjs';

interface Recorded {
  request: string;
  key: string | undefined;
}

/** An error response that the API client does not retry. */
const broken = JSON.stringify({ error: { code: 'conflict', message: 'It is broken.' } });

/** An API that responds to every request, and rejects the given request once. */
class RecordingApi {
  readonly writes: Recorded[] = [];
  breakAt = -1;
  private requests = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const { method, url, headers } = request;
      if (method !== 'GET') {
        const key = headers['idempotency-key'] as string | undefined;
        this.writes.push({ request: `${method} ${url}`, key });
      }
      if (this.requests++ === this.breakAt) return void response.writeHead(409).end(broken);
      if (url?.includes('/files/')) return void response.end(`a file of ${url}`);
      response.end(JSON.stringify({ data: { ...answer } }));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }
}

const answer = {
  certificateId: 'certificate',
  contactId: 'contact',
  productId: 'product',
  documentRef: 'cfdi:1',
  uuid: '5FF86DE1-0000-4000-8000-000000000001',
  total: { amount: 1, currency: 'MXN' },
};

const requestsOfOneRun = 11;
let api: RecordingApi;
let dir: string;
let demo: { baseUrl: string; apiKey: string; organizationId: string };

beforeEach(async () => {
  api = new RecordingApi();
  dir = mkdtempSync(join(tmpdir(), 'timbre-demo-'));
  demo = { baseUrl: await api.listen(), apiKey: 'key', organizationId: 'org' };
});

afterEach(() => {
  api.close();
  rmSync(dir, { recursive: true });
});

const count = (request: string) => new Set(api.writes.filter((w) => w.request === request)).size;

describe('the demo', () => {
  it('the demo writes the XML and the PDF to the paths that it reports', async () => {
    const { cfdi, xml, pdf } = await runDemo(demo, dir);
    expect(cfdi.uuid).toBe(answer.uuid);
    expect(readFileSync(xml, 'utf8')).toBe('a file of /v1/documents/cfdi:1/files/xml');
    expect(readFileSync(pdf, 'utf8')).toBe('a file of /v1/documents/cfdi:1/files/pdf');
  });

  it('the demo creates its data once and stamps one more invoice at every start', async () => {
    await runDemo(demo, dir);
    await runDemo(demo, dir);
    expect(count('POST /v1/contacts')).toBe(1);
    expect(count('POST /v1/fiscal/certificates')).toBe(1);
    expect(count('POST /v1/cfdi/cfdi:1/stamp')).toBe(2);
    const drafts = api.writes.filter(({ request }) => request === 'POST /v1/cfdi');
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(2);
  });

  it('the demo creates its data again for another organization', async () => {
    await runDemo(demo, dir);
    await runDemo({ ...demo, organizationId: 'another' }, dir);
    expect(count('POST /v1/contacts')).toBe(2);
  });

  it.each([...Array(requestsOfOneRun).keys()])(
    'the demo continues with the same keys after it was interrupted at request %i',
    async (position) => {
      api.breakAt = position;
      await expect(runDemo(demo, dir)).rejects.toThrow('It is broken.');
      await runDemo(demo, dir);
      const keysOf = new Map<string, Set<string | undefined>>();
      for (const { request, key } of api.writes) {
        keysOf.set(request, (keysOf.get(request) ?? new Set()).add(key));
      }
      for (const keys of keysOf.values()) expect([...keys]).toEqual([expect.any(String)]);
    },
  );

  it.each([{ discount: 631.25 }, {}])('the demo shows amounts that add up: %p', ({ discount }) => {
    const fiscal = { subtotal: 13_780.82, discount, ivaTransferred: 1_920 };
    const shown = { documentRef: 'cfdi:1', uuid: answer.uuid, series: 'A', folio: '1' };
    const total = { amount: discount === undefined ? 15_700.82 : 15_069.57, currency: 'MXN' };
    const text = report(demo, { cfdi: { ...shown, fiscal, total }, xml: '', pdf: '' });
    const line = /Subtotal (\S+) +Discount (\S+) +IVA (\S+) +Total (\S+)/.exec(text)!;
    const cents = line.slice(1).map((shown) => Number(shown.replace(/[,.]/g, '')));
    expect(cents[0]! - cents[1]! + cents[2]!).toBe(cents[3]);
  });

  it('the demo stores no private key in its state', async () => {
    Object.assign(answer, { privateKey: 'very secret' });
    await runDemo(demo, dir);
    expect(readFileSync(join(dir, 'state.json'), 'utf8')).not.toContain('very secret');
  });
});
