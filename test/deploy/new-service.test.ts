import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A copy of the source tree with a bare new service and a bare new operation. The guard tests run in that
 * copy: each guard must find the new service and the new operation without a list, and report what they lack.
 */
const root = join(__dirname, '..', '..');
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'timbre-new-service-')));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function edit(file: string, change: (text: string) => string): void {
  write(file, change(readFileSync(join(root, file), 'utf8')));
}

function copyTree(): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const file of files.filter((one) => existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const linked = globSync(
    [
      'node_modules',
      '{packages,services}/*/node_modules',
      '{gateway,test}/node_modules',
      'packages/*/dist',
    ],
    { cwd: root },
  );
  for (const path of [...linked, 'packages/contract/src/generated'])
    symlinkSync(join(root, path), join(copy, path));
}

/**
 * Adds the service `ledger`, which the gateway calls and which has a table that belongs to no organization.
 */
function addService(): void {
  write('services/ledger/package.json', '{ "name": "@timbre/ledger" }');
  write('services/ledger/src/main.ts', "console.log('ledger');\n");
  symlinkSync(
    join(root, 'services/commerce/node_modules'),
    join(copy, 'services/ledger/node_modules'),
  );
  write(
    'services/ledger/src/store/migrations/index.ts',
    `import { Migration } from '@mikro-orm/migrations';
     class CreateEntries extends Migration {
       up(): void { this.addSql('create table entries (id uuid primary key)'); }
     }
     export const migrations = [{ name: '0001-entries', class: CreateEntries }];`,
  );
  edit('deploy/helm/timbre/services.json', (text) => {
    const { gateway, ...others } = JSON.parse(text) as Record<string, { calls: string[] }>;
    const ledger = { ports: { grpc: 7199, health: 9199 }, database: 'ledger' };
    gateway!.calls.push('ledger');
    return JSON.stringify({ ...others, ledger, gateway });
  });
}

/** Adds the operation `shelveProduct`: a write that accepts a secret and has no test. */
function addOperation(): void {
  const folder = 'gateway/src/edge/operations/products';
  const archiveProduct = readFileSync(join(root, folder, 'archive-product.ts'), 'utf8');
  write(
    `${folder}/shelve-product.ts`,
    archiveProduct
      .replace('archiveProduct = ', 'shelveProduct = ')
      .replace("id: 'archiveProduct'", "id: 'shelveProduct'")
      .replace('/archive', '/shelve')
      .replace('  response:', '  body: z.strictObject({ password: z.string() }),\n  response:'),
  );
  edit(
    `${folder}/index.ts`,
    (text) =>
      `import { shelveProduct } from './shelve-product';\n${text.replace('products = [', 'products = [shelveProduct, ')}`,
  );
}

/**
 * Runs Jest in the copy, against the database and broker servers of this run.
 * @returns every test in the form `status file: name`
 */
function runGuards(files: string[], ...more: string[]): string[] {
  const nothing = join(copy, 'no-servers.mjs');
  writeFileSync(nothing, 'export default async () => {};\n');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const own = [
    `--globalSetup=${nothing}`,
    `--globalTeardown=${nothing}`,
    '--ci',
    '--json',
    '--maxWorkers=2',
  ];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, ...own, ...more, ...files],
    { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 400_000 },
  );
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { testResults } = JSON.parse(stdout) as { testResults: Suite[] };
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(copy.length + 1);
    if (assertionResults.length === 0) return [`failed ${file}: ${message}`];
    return assertionResults.map(({ status, fullName }) => `${status} ${file}: ${fullName}`);
  });
}

interface Suite {
  name: string;
  message: string;
  assertionResults: { status: string; fullName: string }[];
}

/** The guard test files that must fail in the copy, each with the name of the failing test. */
const failing: [file: string, test: string][] = [
  ['test/tidy/services.test.ts', 'ledger has every setting that a process of its kind needs'],
  [
    'test/tidy/migrations.test.ts',
    'the migrations of ledger the migrations of a service are all in migrations.json',
  ],
  [
    'test/properties/tenant-tables.test.ts',
    'ledger each table belongs to an organization or is listed as shared',
  ],
  [
    'test/tidy/callers.test.ts',
    'packages/contract/src/callers.ts ledger has exactly the callers of services.json',
  ],
  ['test/deploy/images.test.ts', 'docker-compose.yml runs ledger'],
  [
    'test/deploy/images.test.ts',
    'docker-compose.yml configures the addresses of services.json for every service',
  ],
  ['test/deploy/network.test.ts', 'every documented connection between processes has a setting'],
  ['test/tidy/operations.test.ts', 'shelveProduct has a test of its own over HTTP'],
  ['test/tidy/operations.test.ts', 'shelveProduct, a write, finds in test/faults/storm-targets.ts'],
  ['test/tidy/operations.test.ts', 'has an example of every body'],
  ['test/surface/openapi.test.ts', 'the surface of shelveProduct'],
];

/**
 * Guard test files that run whole processes. They are not run in the copy: it is sufficient that they define
 * a test for the new service or operation.
 */
const covering: [file: string, test: string][] = [
  ['test/processes/start-order.test.ts', 'ledger a service waits for PostgreSQL'],
  ['test/processes/start.test.ts', 'ledger without its configuration'],
  ['test/deploy/production-install.test.ts', 'the image runs ledger'],
  [
    'test/tidy/secrets-in-logs.test.ts',
    'was called with a secret in each of its fields: shelveProduct',
  ],
];

const filesOf = (guards: [string, string][]) => [...new Set(guards.map(([file]) => file))];

describe('a new service and a new operation', () => {
  let failed: string[];
  let listed: string[];
  beforeAll(() => {
    copyTree();
    addService();
    addOperation();
    failed = runGuards(filesOf(failing)).filter((line) => line.startsWith('failed '));
    listed = runGuards(filesOf(covering), '--testNamePattern=^no such test$');
  });

  it.each(failing)('%s fails for the new service or the new operation: %s', (file, test) => {
    const found = failed.filter((line) => line.startsWith(`failed ${file}: `));
    expect(found).toContainEqual(expect.stringContaining(test));
  });

  it.each(covering)(
    '%s defines a test for the new service or the new operation: %s',
    (file, test) => {
      const found = listed.filter((line) => line.startsWith(`pending ${file}: `));
      expect(found).toContainEqual(expect.stringContaining(test));
    },
  );
});
