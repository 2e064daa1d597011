import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { callersOf, publicKeysVariable, services } from '../../scripts/runtime/services.mjs';
import { chart, combinations, describeChart, lint, render, root, type Values } from './helm';

const withDatabase = services.filter(({ database }) => database !== undefined);

/** Environment variables that an operator command needs in order to start. */
const operatorVariables = [
  'TIMBRE_ENVIRONMENT',
  'TIMBRE_CONTEXT_KEY',
  'TIMBRE_DATABASE_URL',
  'TIMBRE_SYSTEM_DATABASE_URL',
];

describeChart('the chart', () => {
  const cases = Object.entries(combinations);

  it.each(['values.yaml', 'values-sandbox.yaml', 'values-production.yaml'])(
    'the chart passes helm lint with %s',
    (file) => {
      expect(lint({ files: [file] }).output).toContain('0 chart(s) failed');
    },
  );

  it.each(cases)('the chart renders the manifests of %s', (_, values) => {
    expect(render('t', values).length).toBeGreaterThan(20);
  });

  it('the chart gives every object of a release a unique name', () => {
    for (const [, values] of cases) {
      const names = render('t', values).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('the chart runs the processes of services.json on their ports', () => {
    const deployments = render('t', combinations.sandbox!).filter((m) => m.kind === 'Deployment');
    const found = deployments.map(({ metadata, spec }) => {
      const [{ args, ports }] = spec.template.spec.containers as [
        { args: string[]; ports: { name: string; containerPort: number }[] },
      ];
      const numbers = ports.map(({ name, containerPort }) => [name, containerPort]);
      return [metadata.name, { args, ports: Object.fromEntries(numbers) as object }];
    });
    const listed = services.map(({ name, ports }) => [`t-${name}`, { args: [name], ports }]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
  });

  it('the chart runs every container of Timbre from one image, by its digest if the values set a digest', () => {
    const imagesOf = (values: Values) => {
      const text = JSON.stringify(render('t', values));
      return new Set(
        [...text.matchAll(/"image":"(ghcr\.io\/timbre\/[^"]+)"/g)].map(([, one]) => one),
      );
    };
    const digest = `sha256:${'0'.repeat(64)}`;
    expect([...imagesOf(combinations.sandbox!)]).toEqual(['ghcr.io/timbre/timbre:1.0.0']);
    const byDigest = imagesOf({ ...combinations.sandbox!, set: [`image.digest="${digest}"`] });
    expect([...byDigest]).toEqual([`ghcr.io/timbre/timbre@${digest}`]);
  });

  it('the chart configures only processes that services.json lists', () => {
    const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as { services: object };
    const names = services.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(values.services)));
  });

  it('the chart can set every variable that a process reads', () => {
    const documented = readFileSync(join(root, '.env.example'), 'utf8').match(/^[A-Z_]+(?==)/gm)!;
    // Variables that the chart does not set: those of npm start, images and the command line, and simulator
    // ports for tests only. The variable HOSTNAME is not set either, because Kubernetes sets it to the name
    // of the Pod.
    const elsewhere = ['PORT', 'TIMBRE_POSTGRES_URL', 'TIMBRE_BIND_HOST', 'TIMBRE_SW_PORT'];
    elsewhere.push('TIMBRE_VERSION', 'TIMBRE_REVISION', 'TIMBRE_INSTANCE_ID');
    elsewhere.push('TIMBRE_FINKOK_PORT', 'TIMBRE_SAT_PORT', 'TIMBRE_API_URL', 'TIMBRE_API_KEY');
    const set = JSON.stringify(cases.map(([, values]) => render('t', values)));
    const missing = documented.filter((name) => !set.includes(`"name":"${name}"`));
    expect(missing.sort()).toEqual(elsewhere.sort());
  });

  describe('with the additions of a platform team', () => {
    const named = 'names, keys, and parts of a platform team';
    const manifests = () => render('t', combinations[named]!);
    const find = (kind: string, name: string) =>
      manifests().find((one) => one.kind === kind && one.metadata.name === name)!;

    it('the chart adds the containers, volumes and variables of a platform team to its own', () => {
      const { template } = find('Deployment', 'facturacion-commerce').spec;
      const [container, sidecar] = template.spec.containers;
      expect(container.env.at(-1)).toEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
      expect(container.env.length).toBeGreaterThan(5);
      expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual([
        'tmp',
        'ca',
      ]);
      expect(template.spec.volumes.map(({ name }: { name: string }) => name)).toEqual([
        'tmp',
        'ca',
      ]);
      expect(sidecar.name).toBe('proxy');
      expect(template.spec.initContainers.map(({ name }: { name: string }) => name)).toEqual([
        'wait',
      ]);
      expect(template.metadata.labels).toMatchObject({
        'app.kubernetes.io/name': 'facturacion',
        'app.kubernetes.io/component': 'commerce',
        'sidecar.istio.io/inject': 'false',
        team: 'payments',
      });
      expect(template.spec.serviceAccountName).toBe('facturacion');
      expect(container.startupProbe).toMatchObject({ periodSeconds: 2, failureThreshold: 120 });
      expect(container.resources.limits).toEqual({ memory: '512Mi' });
    });

    it('the chart lets OpenShift choose the user of a Pod if the values set no user', () => {
      for (const { kind, spec } of manifests().filter(({ kind }) => kind === 'Deployment')) {
        expect({ kind, ...spec.template.spec.securityContext }).toEqual({
          kind,
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
      }
    });

    it('the chart reads each Secret by the key names that the values set', () => {
      const keyOf = (variable: string, process = 'fiscal-cfdi'): string => {
        const [container] = find('Deployment', `facturacion-${process}`).spec.template.spec
          .containers;
        return container.env.find(({ name }: { name: string }) => name === variable).valueFrom
          .secretKeyRef.key;
      };
      expect(keyOf('TIMBRE_CONTEXT_KEY', 'gateway')).toBe('a');
      expect(keyOf('TIMBRE_PAGE_LINK_KEY', 'gateway')).toBe('d');
      expect(keyOf('TIMBRE_CALL_KEY')).toBe('own');
      expect(keyOf('TIMBRE_GATEWAY_PUBLIC_KEYS')).toBe('shown');
      expect(keyOf('TIMBRE_PACS')).toBe('pacs');
      expect(keyOf('TIMBRE_DATABASE_URL')).toBe('db.fiscal-cfdi.app');
    });

    it('the chart exposes and scales the gateway as the values configure', () => {
      const ingress = find('Ingress', 'facturacion-gateway').spec;
      expect(ingress.tls).toBeUndefined();
      expect(ingress.rules[0].http.paths.map(({ path }: { path: string }) => path)).toEqual([
        '/shop',
        '/',
      ]);
      expect(find('Service', 'facturacion-gateway').spec).toMatchObject({
        type: 'LoadBalancer',
        ipFamilies: ['IPv6', 'IPv4'],
      });
      expect(find('PodDisruptionBudget', 'facturacion-gateway').spec).toMatchObject({
        minAvailable: '50%',
      });
      const scaler = find('HorizontalPodAutoscaler', 'facturacion-gateway').spec;
      expect(scaler.metrics.map(({ type }: { type: string }) => type)).toEqual([
        'Resource',
        'External',
      ]);
      expect(Object.keys(scaler.behavior).sort()).toEqual(['scaleDown', 'scaleUp']);
    });

    it('the chart adds the labels and annotations of a platform team to every object', () => {
      const unlabelled = manifests().filter(
        ({ metadata }) => metadata.labels['team'] !== 'payments',
      );
      expect(unlabelled).toEqual([]);
      const pods = manifests().flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
      expect(pods.length).toBeGreaterThan(15);
      for (const { metadata, spec } of pods) {
        expect(metadata.labels.team).toBe('payments');
        expect(spec.serviceAccountName).toBe('facturacion');
      }
      expect(find('ConfigMap', 't-own').data).toEqual({ a: 'b' });
      expect(manifests().filter(({ kind }) => kind === 'ServiceAccount')).toEqual([]);
    });
  });

  it('the chart mounts the PACs’ certificates in the service that stamps', () => {
    const manifests = render('t', combinations['PACs whose certificates are known']!);
    const given = manifests.filter((one) => JSON.stringify(one).includes('pac-certificates'));
    expect(given.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Deployment t-fiscal-cfdi',
    ]);
    const [container] = given[0]!.spec.template.spec.containers;
    const folder = '/etc/timbre/pacs';
    expect(container.env).toContainEqual({ name: 'TIMBRE_PAC_CERTIFICATES', value: folder });
    expect(container.volumeMounts).toContainEqual({
      name: 'pacs',
      mountPath: folder,
      readOnly: true,
    });
    expect(given[0]!.spec.template.spec.volumes).toContainEqual({
      name: 'pacs',
      configMap: { name: 'pac-certificates' },
    });
  });

  it('the chart makes every commit wait for a second instance if PostgreSQL has three instances', () => {
    const clusterOf = (values: Values) =>
      render('t', values).find(({ kind }) => kind === 'Cluster')!.spec.postgresql;
    expect(clusterOf({}).synchronous).toEqual({
      method: 'any',
      number: 1,
      dataDurability: 'required',
    });
    expect(clusterOf(combinations.sandbox!).synchronous).toBeUndefined();
  });

  it('the chart migrates the databases before a new version serves requests', () => {
    const jobs = render('t', combinations.production!).filter(({ kind }) => kind === 'Job');
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(
      withDatabase.map(({ name }) => `t-${name}-migrate`).sort(),
    );
    for (const { metadata, spec } of jobs) {
      expect(metadata.annotations!['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      const [, name] = /^t-(.*)-migrate$/.exec(metadata.name)!;
      expect(spec.template.spec.containers[0].args).toEqual([name, 'migrate']);
    }
  });

  it('the chart migrates the PostgreSQL of the release after it has started', () => {
    const jobs = render('t', combinations.sandbox!).filter(({ kind }) => kind === 'Job');
    expect(jobs.map(({ metadata }) => metadata.annotations)).toEqual(
      withDatabase.map(() => undefined),
    );
    for (const { spec } of jobs) expect(spec.backoffLimit).toBeGreaterThan(10);
  });

  it('the chart creates each organization of the values with a Job that logs no API key', () => {
    const jobs = render('t', combinations['organizations from the start']!).filter(
      ({ kind, metadata }) => kind === 'Job' && metadata.name.includes('bootstrap'),
    );
    const made = ['gateway', 'organization', 'create', '--if-missing', '--without-key'];
    expect(jobs.map(({ spec }) => spec.template.spec.containers[0].args)).toEqual([
      [...made, '--name=Mi empresa', '--owner=eva@example.com'],
      [...made, '--name=Otra'],
    ]);
    for (const { metadata, spec } of jobs) {
      expect(metadata.annotations!['helm.sh/hook']).toBe('post-install,post-upgrade');
      const names = spec.template.spec.containers[0].env.map((one: { name: string }) => one.name);
      expect(names).toEqual(expect.arrayContaining(operatorVariables));
    }
  });

  it('the chart gives the Pod of `helm test` the same settings as the command that creates its organization', () => {
    const pod = render('t', combinations.sandbox!).find(({ kind }) => kind === 'Pod')!;
    const names = pod.spec.initContainers[0].env.map((one: { name: string }) => one.name);
    expect(names).toEqual(expect.arrayContaining(operatorVariables));
  });

  it('the chart creates a separate password and URL for each role of a database', () => {
    const manifests = render('t', combinations.sandbox!);
    const cluster = manifests.find(({ kind }) => kind === 'Cluster')!;
    const secrets = new Map(manifests.map((m) => [`${m.kind} ${m.metadata.name}`, m]));
    const { roles } = cluster.spec.managed;
    expect(roles).toHaveLength(3 * withDatabase.length);
    const passwords = roles.map((role: { name: string; passwordSecret: { name: string } }) => {
      const { stringData } = secrets.get(`Secret ${role.passwordSecret.name}`)!;
      const url = new URL(stringData.url);
      expect([stringData.username, url.username]).toEqual([role.name, role.name]);
      expect(`${role.name}`).toBe(
        `${url.pathname.slice(1)}${/_(owner|app|system)$/.exec(role.name)![0]}`,
      );
      expect(url.password).toBe(stringData.password);
      return stringData.password as string;
    });
    expect(new Set(passwords).size).toBe(roles.length);
  });

  it('the chart generates keys that the processes accept', () => {
    const keys = render('t', {}).find(({ metadata }) => metadata.name === 't-keys')!.stringData;
    expect(Buffer.from(keys['context-key'], 'base64')).toHaveLength(32);
    const active = ['encryption-keys.json', 'member-keys.json'].map((name) => {
      const file = JSON.parse(keys[name]) as { activeKeyId: string; keys: Record<string, string> };
      return file.keys[file.activeKeyId]!;
    });
    for (const key of active) expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(new Set(active).size).toBe(active.length);
  });

  it('the chart generates a key pair for each process that calls others, and gives its private key to this process alone', () => {
    const manifests = render('t', combinations.sandbox!);
    const secretOf = (name: string) =>
      manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)!
        .stringData as Record<string, string>;
    /** Returns the variables of a Deployment that come from keys of calls, by Secret and key. */
    const givenTo = (name: string) => {
      const { env } = manifests.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `t-${name}`,
      )!.spec.template.spec.containers[0] as {
        env: { name: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
      };
      const refs = env.map((one) => [one.name, one.valueFrom?.secretKeyRef] as const);
      const ofCalls = refs.filter(([, ref]) => ref?.name.startsWith('t-call-'));
      return Object.fromEntries(
        ofCalls.map(([variable, ref]) => [variable, `${ref!.name} ${ref!.key}`]),
      );
    };
    for (const { name, calls } of services) {
      const own = calls ? [['TIMBRE_CALL_KEY', `t-call-${name} private.pem`]] : [];
      const others = callersOf(name).map((caller) => [
        publicKeysVariable(caller),
        `t-call-${caller} public.pem`,
      ]);
      expect([name, givenTo(name)]).toEqual([name, Object.fromEntries([...own, ...others])]);
      if (!calls) continue;
      const pair = secretOf(`t-call-${name}`);
      const der = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
      expect(der(createPublicKey(pair['public.pem']!))).toBe(
        der(createPublicKey(pair['private.pem']!)),
      );
    }
    const outside = manifests.filter(
      (one) => !/^(Secret|Deployment)$/.test(one.kind) && JSON.stringify(one).includes('t-call-'),
    );
    expect(outside).toEqual([]);
  });

  it('only the gateway gets the secret of its cookies and codes, and only processes with links to pages get the secret of these links', () => {
    const holders = (variable: string) =>
      render('t', combinations.sandbox!)
        .filter((one) => one.kind === 'Deployment' && JSON.stringify(one).includes(`"${variable}"`))
        .map(({ metadata }) => metadata.name);
    expect(holders('TIMBRE_CONTEXT_KEY')).toEqual(['t-gateway']);
    expect(holders('TIMBRE_PAGE_LINK_KEY')).toEqual(['t-accounts', 't-commerce', 't-gateway']);
  });

  it('the gateway has the encryption keys for data of members, but not the encryption keys for certificates', () => {
    const keysOf = (values: Values) => {
      const { spec } = render('t', values).find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 't-gateway',
      )!;
      const { volumes } = spec.template.spec as {
        volumes: { name: string; secret?: { items: { path: string }[] } }[];
      };
      const [mounted] = volumes.filter(({ name }) => name === 'keys');
      return mounted?.secret?.items.map(({ path }) => path);
    };
    expect(keysOf(combinations.production!)).toEqual(['member-keys.json']);
    expect(keysOf(combinations.sandbox!)).toBeUndefined();
  });

  it('the chart preserves secrets and data when the release is uninstalled', () => {
    const kept = ['Secret', 'Cluster', 'Database'];
    const precious = render('t', {}).filter(({ kind }) => kept.includes(kind));
    expect(precious.length).toBeGreaterThan(10);
    for (const { metadata } of precious)
      expect(metadata.annotations!['helm.sh/resource-policy']).toBe('keep');
  });
});
