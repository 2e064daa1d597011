import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressVariable, services as processes } from '../../scripts/runtime/services.mjs';
import { arrowsOf } from './arrows';
import { combinations, describeChart, render, root, type Values } from './helm';

interface Arrow {
  from: string;
  to: string;
  over: string;
  setting: string;
}

/** The rows of the table in docs/connections.md. */
const documented: Arrow[] = readFileSync(join(root, 'docs', 'connections.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, 5)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
  .map(([from, to, over, setting]) => ({ from: from!, to: to!, over: over!, setting: setting! }));

const services = processes.filter(({ database }) => database).map(({ name }) => name);
const onlyInSandbox = /in a sandbox/;
const onlyInProduction = /PACs|SAT/;
/** Connections that need a setting which the sandbox does not configure. */
const optional = /TIMBRE_SMTP_URL|OTEL_|TIMBRE_HEALTH_PORT|TIMBRE_OAUTH_/;
/**
 * Connections that belong to no process of Timbre: between servers, from Helm's hooks, and to DNS.
 */
const within = /^(nats|migrate|test|t-postgresql) |kube-system|cnpg-system|→ nats:cluster$/;

/** Values for production with every setting that adds a connection. */
const everything: Values = {
  files: ['values-production.yaml'],
  set: [
    'telemetry={"otlpEndpoint":"http://collector:4318","peers":[{"ipBlock":{"cidr":"10.9.9.9/32"}}]}',
    'mail={"existingSecret":"mail","from":"facturas@example.com"}',
  ],
};

const partsOf = (words: string): string[] =>
  words.split(' and ').flatMap((word) => {
    if (/^each service/.test(word)) return services.filter((name) => name !== 'gateway');
    return /^(services\/)?([\w-]+)$/.exec(word)?.[2] ?? [];
  });

/** Converts a row of the table in docs/connections.md to the form of the network policies. */
function arrowsAs({ from, to, over }: Arrow, isSandbox: boolean) {
  const port = /(\d+)/.exec(over)?.[1];
  const outside = ['0.0.0.0/0', '::/0'];
  const egress = (peers: string[], number = port) =>
    partsOf(from.replace(/^each service,.*/, 'each service')).flatMap((part) =>
      peers.map((peer) => ({ side: 'egress', arrow: `${part} → ${peer}:${number}` })),
    );
  const ingress = (arrow: string) => ({ side: 'ingress', arrow });
  if (from === 'clients')
    return [ingress(`${isSandbox ? 'anyone' : 'namespace ingress-nginx'} → gateway:http`)];
  if (from.startsWith('orchestrator'))
    return services.map((name) => ingress(`namespace monitoring → ${name}:health`));
  if (/PostgreSQL/.test(to)) {
    if (!isSandbox) return egress(['10.20.0.0/24']);
    // The PostgreSQL server is part of the release, so its own policy must also admit the traffic.
    const into = services.map((part) => ingress(`${part} → t-postgresql:5432`));
    return [...egress(['t-postgresql']), ...into];
  }
  if (/^NATS/.test(to))
    return [...egress(['nats']), ...services.map((part) => ingress(`${part} → nats:client`))];
  if (/collector/.test(to)) return egress(['10.9.9.9/32']);
  const [callee] = partsOf(to.split(',')[0]!);
  if (!callee) return egress(outside, port ?? '443');
  const kind = over.startsWith('gRPC') ? 'grpc' : 'http';
  return [...egress([callee]), ...partsOf(from).map((p) => ingress(`${p} → ${callee}:${kind}`))];
}

describeChart('network policies', () => {
  it.each<[string, Values, boolean]>([
    ['production', everything, false],
    ['a sandbox', combinations.sandbox!, true],
  ])(
    'the network policies allow the connections of docs/connections.md and no others, in %s',
    (_, values, isSandbox) => {
      const { ingress, egress } = arrowsOf(values);
      const rows = documented.filter(
        ({ to, setting }) =>
          !(isSandbox ? onlyInProduction : onlyInSandbox).test(to) &&
          (isSandbox ? !optional.test(setting) : true),
      );
      const expected = rows.flatMap((row) => arrowsAs(row, isSandbox));
      const [out, into] = ['egress', 'ingress'].map((side) =>
        expected.filter((arrow) => arrow.side === side).map(({ arrow }) => arrow),
      );
      const own = (arrow: string) => !within.test(arrow);
      expect(egress.filter(own)).toEqual([...new Set(out)].sort());
      expect(ingress.filter(own)).toEqual([...new Set(into)].sort());
    },
  );

  it('every documented connection between processes has a setting, and every setting has a documented connection', () => {
    const calls = documented.filter(({ over }) => over.startsWith('gRPC'));
    const addresses = (folder: string) => {
      const sources = globSync(`${folder}/src/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] });
      const text = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
      const names = text.match(/\bTIMBRE_\w+_ADDRESS\b/g) ?? [];
      return [...new Set(names)].sort();
    };
    for (const { name, folder, calls: called = [] } of processes) {
      const listed = called.map(addressVariable).sort();
      const named = calls.filter(({ from }) => from === folder).map(({ setting }) => setting);
      expect([name, addresses(folder)]).toEqual([name, listed]);
      expect([name, named.sort()]).toEqual([name, listed]);
    }
    const known = readFileSync(join(root, '.env.example'), 'utf8');
    for (const { setting } of documented)
      for (const name of setting.match(/[A-Z_]{6,}/g) ?? []) expect(known).toContain(`${name}=`);
  });

  it('the network policies allow every external address that a process has by default or from the values', () => {
    const { egress } = arrowsOf(everything);
    const deployments = render('t', everything).filter(({ kind }) => kind === 'Deployment');
    for (const { name, folder } of processes.filter(({ database }) => database)) {
      const [container] = deployments.find((one) => one.metadata.name === `t-${name}`)!.spec
        .template.spec.containers;
      // Default addresses, which need no value, appear only in the settings files of the processes.
      const sources = globSync(`${folder}/src/settings.ts`, { cwd: root }).map((file) =>
        readFileSync(join(root, file), 'utf8'),
      );
      if (name !== 'gateway') sources.push(JSON.stringify(container.env));
      const urls = sources.join('\n').matchAll(/https?:\/\/[\w.-]+\.[a-z]{2,}(:\d+)?\//g);
      const ports = [...urls].map(([url]) => {
        const { port, protocol } = new URL(url);
        return port || (protocol === 'http:' ? '80' : '443');
      });
      const allowed = egress.filter((arrow) => arrow.startsWith(`${name} → 0.0.0.0/0:`));
      const open = allowed.map((arrow) => arrow.split(':').at(-1)!);
      expect([name, ports.filter((port) => !open.includes(port))]).toEqual([name, []]);
      if (name === 'sat-sync') expect(ports).toEqual(expect.arrayContaining(['80', '443']));
    }
  });

  it('the network policies let a sandbox reach its authority simulator but not the real PACs and the SAT', () => {
    const { ingress, egress } = arrowsOf(combinations.sandbox!);
    expect(egress).toContain('fiscal-cfdi → authority-simulator:8090');
    expect(ingress).toContain('fiscal-cfdi → authority-simulator:http');
    // The policy allows any address, because the webhook endpoints of organizations may have any
    // address.
    const others = egress.filter((arrow) => !arrow.startsWith('webhooks → '));
    expect(others.filter((arrow) => /:443$|^authority-simulator/.test(arrow))).toEqual([]);
  });

  it('the network policies have rules for both endpoints of every connection inside the release', () => {
    const ours = ['t-postgresql', ...processes.map(({ name }) => name)];
    for (const values of Object.values(combinations)) {
      const { ingress, egress } = arrowsOf(values);
      const inner = egress.flatMap((arrow) => {
        const [, from, to] = /^(\S+) → ([\w-]+):\d+$/.exec(arrow) ?? [];
        return to && ours.includes(to) ? [[from, to]] : [];
      });
      for (const [from, to] of inner) {
        const open = ingress.filter((arrow) => arrow.includes(`→ ${to!}:`));
        expect(open.some((arrow) => [from, 'anyone'].includes(arrow.split(' ')[0]!))).toBe(true);
      }
    }
  });
});

describeChart('two releases in one namespace', () => {
  const text = (release: string) => JSON.stringify(render(release, combinations.sandbox!));

  it('two releases in one namespace share no object', () => {
    const names = (release: string) =>
      render(release, combinations.sandbox!).map((m) => `${m.kind} ${m.metadata.name}`);
    const production = new Set(names('production'));
    expect(names('sandbox').filter((name) => production.has(name))).toEqual([]);
  });

  it('two releases in one namespace do not name each other in selectors, addresses or secrets', () => {
    expect(text('acme')).not.toContain('zeta');
    expect(text('zeta')).not.toContain('acme');
    expect(text('acme')).toContain('acme-fiscal-cfdi.ns.svc:7102');
  });

  it('two releases in one namespace do not select pods of each other', () => {
    const policies = render('acme', combinations.sandbox!).filter(
      (m) => m.kind === 'NetworkPolicy',
    );
    for (const { spec } of policies)
      expect(JSON.stringify(spec.podSelector)).toMatch(/"acme"|"acme-postgresql"/);
  });
});
