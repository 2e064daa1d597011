import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '..', '..');
const folders = ['packages', 'services', 'gateway', 'clients', 'test'];

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

function cruise(cwd: string, paths: string[]): Cruise {
  const program = join(root, 'node_modules', '.bin', 'depcruise');
  const config = join(root, '.dependency-cruiser.cjs');
  const args = ['--config', config, '--output-type', 'json', ...paths];
  const options = {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 240_000,
  } as const;
  return JSON.parse(execFileSync(program, args, options)) as Cruise;
}

describe('layers of this repository', () => {
  const { modules, summary } = cruise(root, folders);

  it('layers of this repository import inward only', () => {
    const violations = summary.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`);
    expect(violations).toEqual([]);
  });

  it('the layers of this repository are checked in every module', () => {
    const seen = new Set(modules.map(({ source }) => source));
    const sources = globSync(
      folders.map((folder) => `${folder}/**/*.ts`),
      { cwd: root, exclude: (path) => /node_modules|dist|generated/.test(String(path)) },
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => !seen.has(file) && !file.endsWith('.d.ts'))).toEqual([]);
  });
});

describe('the folders of a service', () => {
  const kebab = (name: string) => name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase();
  const rpcs = globSync('proto/*/v1/*.proto', { cwd: root })
    .filter((file) => !file.startsWith('proto/common/'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^ *rpc (\w+)/gm)])
    .map(([, name]) => `${kebab(name!)}.ts`);

  it('the folder operations of a service contains only RPCs, one file for each RPC', () => {
    const files = globSync('services/*/src/operations/**/*', { cwd: root })
      .map((file) => file.replace(/^.*[/]operations[/]/, ''))
      .filter((file) => !file.endsWith('.test.ts'));
    expect(files.sort()).toEqual(rpcs.sort());
    expect(rpcs.length).toBeGreaterThan(90);
  });

  it('no folder of a service contains only a single file', () => {
    const rooms = Map.groupBy(
      globSync('{packages,services}/*/src/*/*/*.ts', { cwd: root }).filter(
        (file) => !/[.]test[.]ts$|generated/.test(file),
      ),
      (file) => dirname(file),
    );
    const lonely = [...rooms].filter(([, files]) => files.length === 1).map(([room]) => room);
    expect(lonely).toEqual([]);
  });
});

const forbidden: [rule: string, from: string, to: string][] = [
  ['services-are-islands', 'services/payroll/src/main', 'services/commerce/src/domain/contact'],
  ['services-are-islands', 'services/payroll/src/main', 'gateway/src/edge/http/server'],
  ['gateway-knows-no-service', 'gateway/src/main', 'services/commerce/src/domain/contact'],
  ['packages-know-no-process', 'packages/kit/src/index', 'gateway/src/edge/http/server'],
  ['packages-are-entered-by-their-index', 'gateway/src/main', 'packages/kit/src/refusal'],
  ['code-does-not-import-tests', 'gateway/src/main', 'packages/testkit/src/index'],
  ['client-of-testkit-loads-no-kit', 'packages/testkit/src/client', 'packages/kit/src/index'],
  ['api-tests-load-the-client', 'test/api/contacts', 'packages/testkit/src/index'],
  ['telemetry-of-kit-looks-down', 'packages/kit/src/telemetry/span', 'packages/kit/src/index'],
  [
    'messaging-of-kit-looks-down',
    'packages/kit/src/messaging/event',
    'packages/kit/src/operation/command',
  ],
  ['rooms-of-kit-are-known', 'packages/kit/src/shared/text', 'packages/fiscal/src/index'],
  ['fiscal-imports-nothing', 'packages/fiscal/src/rfc', 'packages/kit/src/index'],
  ['cfdi-imports-only-fiscal', 'packages/cfdi/src/seal', 'packages/kit/src/index'],
  ['items-import-only-cfdi-and-fiscal', 'packages/items/src/item', 'packages/kit/src/index'],
  ['api-imports-only-fiscal', 'packages/api/src/values', 'packages/kit/src/index'],
  ['domain-is-pure', 'services/payroll/src/domain/row', 'services/payroll/src/store/rows'],
  ['domain-is-pure', 'services/payroll/src/domain/row', 'packages/kit/src/index'],
  ['cfdi-belongs-to-fiscal-cfdi', 'services/payroll/src/domain/row', 'packages/cfdi/src/index'],
  [
    'simulator-judges-by-its-own-rules',
    'services/authority-simulator/src/validation/judge',
    'packages/cfdi/src/index',
  ],
  [
    'rules-of-simulator-stand-alone',
    'services/authority-simulator/src/matrix/taxes',
    'packages/cfdi/src/index',
  ],
  [
    'rules-of-simulator-stand-alone',
    'services/authority-simulator/src/schema/grammar',
    'services/authority-simulator/src/xml/reader',
  ],
  ['store-looks-inward', 'services/payroll/src/store/rows', 'services/payroll/src/rpc/service'],
  ['store-looks-inward', 'services/payroll/src/store/rows', 'services/payroll/src/shared/rows'],
  [
    'providers-looks-inward',
    'services/payroll/src/providers/sw',
    'services/payroll/src/store/rows',
  ],
  [
    'operations-looks-inward',
    'services/payroll/src/operations/get',
    'services/payroll/src/jobs/daily',
  ],
  ['rpc-looks-inward', 'services/payroll/src/rpc/service', 'services/payroll/src/main'],
  [
    'workflows-looks-inward',
    'services/payroll/src/workflows/queue-row',
    'services/payroll/src/operations/get',
  ],
  [
    'commands-looks-inward',
    'services/payroll/src/commands/check',
    'services/payroll/src/operations/get',
  ],
  [
    'operations-know-no-operation',
    'services/payroll/src/operations/list',
    'services/payroll/src/operations/get',
  ],
  ['layers-are-known', 'services/payroll/src/shared/rows', 'packages/fiscal/src/index'],
  ['identity-knows-no-edge', 'gateway/src/identity/jobs/resume', 'gateway/src/edge/http/server'],
  [
    'identity-is-entered-by-its-index',
    'gateway/src/edge/operations/operation',
    'gateway/src/identity/store/members',
  ],
  [
    'store-of-identity-looks-inward',
    'gateway/src/identity/store/members',
    'gateway/src/identity/workflows/uses',
  ],
  [
    'operations-know-no-operation',
    'gateway/src/identity/operations/rotate',
    'gateway/src/identity/operations/create',
  ],
  ['domain-of-identity-is-pure', 'gateway/src/identity/domain/principal', 'packages/kit/src/index'],
  ['layers-of-identity-are-known', 'gateway/src/identity/shared/rows', 'packages/fiscal/src/index'],
  [
    'operations-of-edge-looks-down',
    'gateway/src/edge/operations/operation',
    'gateway/src/edge/irreversible/target',
  ],
  ['rooms-of-edge-are-known', 'gateway/src/edge/shared/text', 'packages/fiscal/src/index'],
  [
    'one-level-of-rooms',
    'services/payroll/src/domain/states/rows/moves',
    'packages/fiscal/src/index',
  ],
  ['client-needs-nothing', 'clients/typescript/src/index', 'packages/fiscal/src/index'],
  ['no-circular', 'packages/fiscal/src/curp', 'packages/fiscal/src/rfc'],
];

const allowed: [from: string, to: string][] = [
  ['packages/fiscal/src/rfc', 'packages/fiscal/src/curp'],
  ['packages/kit/src/operation/command', 'packages/kit/src/messaging/event'],
  ['services/payroll/src/jobs/daily', 'services/payroll/src/workflows/queue-row'],
  ['services/payroll/src/operations/get', 'services/payroll/src/workflows/queue-row'],
  [
    'services/fiscal-cfdi/src/workflows/stamping/seal',
    'services/fiscal-cfdi/src/store/stamping/seal',
  ],
  ['services/payroll/src/operations/get', 'services/payroll/src/store/rows'],
  ['services/payroll/src/store/rows', 'services/payroll/src/domain/row'],
  ['services/payroll/src/domain/row', 'packages/fiscal/src/index'],
  ['services/fiscal-cfdi/src/domain/draft', 'packages/cfdi/src/index'],
  ['services/authority-simulator/src/xml/reader', 'packages/cfdi/src/index'],
  ['services/payroll/src/main', 'services/payroll/src/operations/get'],
  ['gateway/src/main', 'packages/kit/src/index'],
  ['gateway/src/edge/operations/operation', 'gateway/src/identity/index'],
  ['gateway/src/edge/irreversible/target', 'gateway/src/edge/operations/operation'],
  ['gateway/src/identity/rpc/service', 'gateway/src/identity/operations/create'],
  ['test/api/contacts', 'packages/testkit/src/client'],
];

/** Returns the violations in a tree with all imports above, each as `rule: from -> to`. */
function brokenRules(): Set<string> {
  const tree = mkdtempSync(join(tmpdir(), 'timbre-layers-'));
  const append = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    appendFileSync(join(tree, file), text);
  };
  try {
    append('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
    for (const [from, to] of [...forbidden.map(([, ...edge]) => edge), ...allowed]) {
      append(`${to}.ts`, '');
      const path = relative(dirname(from), to).replace(/^(?![.])/, './');
      // A type import counts as an import for every rule.
      append(`${from}.ts`, `import type {} from '${path}';\n`);
    }
    const { violations } = cruise(tree, folders).summary;
    const bare = (file: string) => file.replace(/[.]ts$/, '');
    return new Set(violations.map((v) => `${v.rule.name}: ${bare(v.from)} -> ${bare(v.to)}`));
  } finally {
    rmSync(tree, { recursive: true });
  }
}

describe('the rules', () => {
  const broken = brokenRules();

  it.each(forbidden)('%s: %s may not import %s', (rule, from, to) => {
    expect(broken).toContain(`${rule}: ${from} -> ${to}`);
  });

  it.each(allowed)('%s may import %s', (from, to) => {
    const against = [...broken].filter((text) => text.endsWith(`: ${from} -> ${to}`));
    expect(against.filter((text) => !text.startsWith('no-circular'))).toEqual([]);
  });
});
