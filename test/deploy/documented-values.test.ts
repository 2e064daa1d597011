import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defaultQuotas } from '../../gateway/src/identity/domain/quotas';
import { gatewaySettings } from '../../gateway/src/settings';
import { serviceSettings } from '../../packages/kit/src';
import { services } from '../../scripts/runtime/services.mjs';
import { chart, describeChart, render, root } from './helm';

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const operations = read('docs', 'operations.md').replaceAll('\n', ' ');
const databases = services.flatMap(({ database }) => database ?? []);

/** Returns the value of a numeric constant in a source file of the package kit. */
const numberIn = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(read('packages/kit/src/database', file))![1]);
const pipelines = numberIn('pipelines.ts', /pipelinesMax = (\d+);/);
const ofSystem = numberIn('system-pool.ts', /max: (\d+),/);

/** The number of connections to PostgreSQL that a replica opens besides its pool. */
const beside = pipelines + ofSystem;

describe('the connections to PostgreSQL', () => {
  const values = (file: string) =>
    parse(read('deploy/helm/timbre', file)) as {
      defaults: { databasePool: number; autoscaling: { maxReplicas: number } };
    };
  const { databasePool } = values('values.yaml').defaults;
  const { maxReplicas } = values('values-production.yaml').defaults.autoscaling;

  it('the connections to PostgreSQL equal the connections in docs/operations.md', () => {
    const of = databasePool + beside;
    const sum = of * (maxReplicas + 1) * databases.length;
    expect(operations).toContain(
      `need ${of} × ${maxReplicas + 1} × ${databases.length} = ${sum} on one server`,
    );
    expect(operations).toContain(
      `(${databasePool} + ${pipelines} + ${ofSystem}) × (maxReplicas + 1)`,
    );
    expect(read('deploy/helm/timbre/templates/_names.tpl')).toContain(
      `(add (int $service.databasePool) ${beside})`,
    );
  });

  it('Compose opens fewer connections to PostgreSQL than its server accepts', () => {
    const { services: composed } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { command?: string[]; environment?: Record<string, string> }>;
    };
    const setting = composed['postgresql']!.command?.join(' ') ?? '';
    // PostgreSQL reserves three connections for superusers.
    const admitted = Number(/max_connections=(\d+)/.exec(setting)?.[1] ?? 100) - 3;
    const opened = services.map(({ name, database }) => {
      if (!database) return 0;
      const given = composed[name]!.environment?.['TIMBRE_DATABASE_POOL'];
      return serviceSettings.TIMBRE_DATABASE_POOL.parse(given) + beside;
    });
    // When a process is deployed again, its migrations need connections at the same time as the running
    // processes.
    const sum = opened.reduce((all, one) => all + one, 0) + databases.length;
    expect(sum).toBeLessThan(admitted);
  });
});

test('docs/operations.md names the roles of every database', () => {
  const [, first, others] = /use these names: ([^,]+), .*? the same for\s+(.+?)\. Two/s.exec(
    operations,
  )!;
  const named = [first!, others!].join().match(/`\w+`/g)!;
  const names = named.map((name) => name.replaceAll('`', '').replace(/_owner$/, ''));
  expect(names.sort()).toEqual([...databases].sort());
});

describeChart('rateLimits', () => {
  it('the value rateLimits has every class that the gateway limits, in the format that the gateway parses', () => {
    const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
      properties: { rateLimits: { properties: object } };
    };
    const known = Object.keys(defaultQuotas).sort();
    expect(Object.keys(schema.properties.rateLimits.properties).sort()).toEqual(known);
    const set = [`rateLimits=${JSON.stringify(defaultQuotas)}`];
    const deployment = render('t', { set }).find(({ metadata }) => metadata.name === 't-gateway');
    const variable = JSON.stringify(render('t', { set })).match(
      /"name":"TIMBRE_RATE_LIMITS","value":("(?:[^"\\]|\\.)*")/,
    );
    expect(deployment).toBeDefined();
    const text = JSON.parse(variable![1]!) as string;
    expect(gatewaySettings.TIMBRE_RATE_LIMITS.parse(text)).toEqual(defaultQuotas);
  });

  it('values.yaml and .env.example document the rate limits of each class', () => {
    for (const file of ['deploy/helm/timbre/values.yaml', '.env.example'])
      for (const name of Object.keys(defaultQuotas)) expect(read(file)).toContain(name);
  });
});
