import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');

/** The program of a reader of the guide. The compiler must find each line that has a type error. */
const program = `import { createTimbre, TimbreError, type CfdiInputIncome, type WebhookEvent } from '@timbre/client';
const timbre = createTimbre({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', attemptsMax: 1 });
const payment: CfdiInputIncome['payment'] = { timing: 'single_payment', formCode: '03' };
export const body: CfdiInputIncome = { kind: 'income', customerId: 'c', cfdiUse: 'G03', payment, items: [] };
export const isStamped = (event: WebhookEvent) => event.type === 'cfdi.stamped' && event.data.uuid;
timbre.listContacts().catch((error: unknown) => {
  if (error instanceof TimbreError) console.log(error.code.toUpperCase());
});
// @ts-expect-error the API has no such operation
export const nothing = () => timbre.nothing();
// @ts-expect-error a body is needed
export const contact = () => timbre.createContact({});
`;

describe('the package of the TypeScript client', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'timbre-package-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a program as a reader of the guide, without any package of the workspace. */
  function done(command: string, args: string[], cwd = folder): string {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NODE_PATH: '', NODE_OPTIONS: '' },
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  it('the package of the TypeScript client is installed from its archive and runs, as a module and by require, with its types', () => {
    const client = join(root, 'clients', 'typescript');
    done(join(bin, 'pnpm'), ['pack', '--pack-destination', folder], client);
    const [archive = ''] = globSync('*.tgz', { cwd: folder });
    writeFileSync(join(folder, 'package.json'), '{ "name": "reader", "private": true }');
    done('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`]);

    writeFileSync(join(folder, 'program.mts'), program);
    const strict = ['--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
    const lib = ['--lib', 'es2022,dom,dom.iterable'];
    done(join(bin, 'tsc'), ['--module', 'nodenext', ...strict, ...lib, 'program.mts']);
    expect(done(process.execPath, ['program.mjs'])).toBe('NO_ANSWER\n');

    const required = `console.log(typeof require('@timbre/client').createTimbre)`;
    writeFileSync(join(folder, 'required.cjs'), required);
    expect(done(process.execPath, ['required.cjs'])).toBe('function\n');
  });
});
