import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { payrollCommand } from './payroll-command';
import { importEmployees } from './import-employees';

interface Asked {
  key: string;
  body: Record<string, unknown>;
}

type Answering = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void;

let server: ReturnType<typeof createServer>;
let asked: Asked[];
let answering: Answering;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'GET') return answer(response, 200, shown(request.url ?? ''));
    void json(request).then((body) => {
      const one = { key: String(request.headers['idempotency-key']), body: body as Asked['body'] };
      asked.push(one);
      answering(one, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  answering = (_, response) => answer(response, 201, created);
});

const created = { data: { employeeId: 'E' } };
/** Simulates an API in which no employee has an employee number. */
const shown = (url: string) =>
  url.includes('?') ? { data: [], pagination: { nextCursor: null } } : created;

function answer(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const access = () => ({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  apiKey: 'key',
});
const csv = (...lines: string[]) => Buffer.from(['employeeNumber,legalName', ...lines].join('\n'));
const run = (...lines: string[]) => importEmployees(csv(...lines), access());

describe('importEmployees', () => {
  it('importEmployees derives the idempotency key of a line from its content, so that a repeated import creates no second employee', async () => {
    expect(await run('1,ANA', '2,BETO')).toEqual({ imported: 2, faults: [], warnings: [] });
    const first = new Set(asked.map(({ key }) => key));
    await run('2,BETO', '1,ANA', '3,CARLA');
    expect(first.size).toBe(2);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    await run('1,ANA MARIA');
    expect(first.has(asked.at(-1)!.key)).toBe(false);
  });

  it('importEmployees reports every fault of every line, and imports the other lines', async () => {
    answering = ({ body }, response) => {
      if (body['employeeNumber'] === '2') return answer(response, 201, created);
      const issues = [
        { path: ['curp'], code: 'curp_invalid', message: 'Not a CURP.' },
        { path: ['rfc'], code: 'rfc_invalid', message: 'Not an RFC.' },
      ];
      answer(response, 400, {
        error: { code: 'validation_error', message: '', details: { issues } },
      });
    };
    const { imported, faults } = await run('1,ANA', '2,BETO', '3,CARLA');
    expect(imported).toBe(1);
    expect(faults.map(({ line, path, code }) => `${line} ${path} ${code}`)).toEqual([
      '2 curp curp_invalid',
      '2 rfc rfc_invalid',
      '4 curp curp_invalid',
      '4 rfc rfc_invalid',
    ]);
  });

  it('importEmployees reports the existing employee that already has the employee number', async () => {
    const error = {
      code: 'conflict',
      message: 'Taken.',
      details: { reason: 'employee_number_taken' },
    };
    answering = (_, response) => answer(response, 409, { error });
    expect((await run('1,ANA')).faults).toMatchObject([
      { line: 2, path: 'employeeNumber', code: 'employee_number_taken' },
    ]);
  });

  it('importEmployees waits for Retry-After and retries a broken connection with the same idempotency key', async () => {
    answering = (_, response, request) => {
      if (asked.length === 1) return answer(response, 429, {}, { 'retry-after': '1' });
      if (asked.length === 2) return void request.socket.destroy();
      answer(response, 201, created);
    };
    expect(await run('1,ANA')).toEqual({ imported: 1, faults: [], warnings: [] });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  it('importEmployees stops with a message if the API refuses the API key', async () => {
    const error = { code: 'forbidden', message: 'No permission.' };
    answering = (_, response) => answer(response, 403, { error });
    const outcome = await run('1,A', '2,B', '3,C', '4,D', '5,E', '6,F', '7,G', '8,H');
    expect(outcome).toMatchObject({ imported: 0, stopped: '403 forbidden: No permission.' });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe('importing with an API key of another environment', () => {
  it('an API key of another environment stops the import at once without reporting a line', async () => {
    const details = { reason: 'environment_mismatch' };
    const error = { code: 'conflict', message: 'The other environment.', details };
    answering = (_, response) => answer(response, 409, { error });
    const outcome = await run('1,A', '2,B', '3,C', '4,D', '5,E', '6,F', '7,G', '8,H');
    const stopped = '409 conflict: The other environment.';
    expect(outcome).toEqual({ imported: 0, faults: [], warnings: [], stopped });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe('the command timbre payroll import', () => {
  const command = async (bytes: Buffer, given: ReturnType<typeof access> | null = access()) => {
    let [out, error, shown] = ['', '', ''];
    const code = await payrollCommand(['import', 'people.csv'], {
      readFile: () => bytes,
      write: (text) => void (out += text),
      writeError: (text) => void (error += text),
      access: () => given ?? undefined,
      progress: (text) => void (shown = text),
    });
    return { code, out, error, shown };
  };

  it('the command timbre payroll import prints every fault by line and returns 1', async () => {
    const { code, out } = await command(csv('1,ANA', '1,BETO', '2,CARLA'));
    expect(code).toBe(1);
    expect(out).toBe(
      'line 2 employeeNumber duplicate_in_file: Line 3 has the same number.\n' +
        'line 3 employeeNumber duplicate_in_file: Line 2 has the same number.\n' +
        '1 employees imported, 2 lines with faults\n',
    );
  });

  it('the command timbre payroll import prints the warnings of the API and returns 0', async () => {
    const warning = { path: ['rfc'], code: 'rfc_check_digit', message: 'Mistyped?' };
    answering = ({ body }, response) =>
      answer(response, 201, {
        ...created,
        ...(body['employeeNumber'] === '2' && { warnings: [warning] }),
      });
    expect(await command(csv('1,ANA', '2,BETO'))).toMatchObject({
      code: 0,
      out:
        'warning, line 3 rfc rfc_check_digit: Mistyped?\n' +
        '2 employees imported, 0 lines with faults, 1 lines with warnings\n',
    });
  });

  it('the command timbre payroll import exits with 0 if all employees exist and with 3 if the import stopped early', async () => {
    const whole = await command(csv('1,ANA'));
    expect(whole).toMatchObject({ code: 0, shown: '1 of 1 lines' });
    answering = (_, response) =>
      answer(response, 401, { error: { code: 'unauthenticated', message: 'Who?' } });
    const { code, error } = await command(csv('1,ANA'));
    expect(code).toBe(3);
    expect(error).toContain('401 unauthenticated: Who?');
  });

  it('the command timbre payroll import exits with 2 if the API is not configured', async () => {
    const { code, error } = await command(csv('1,ANA'), null);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('TIMBRE_API_URL') });
    expect(asked).toEqual([]);
  });
});
