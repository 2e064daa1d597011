import { combinations, describeChart, render, type Manifest, type Values } from './helm';

interface Rule {
  from?: object[];
  to?: object[];
  ports: { port: number | string }[];
}

const component = 'app.kubernetes.io/component';

/** `part`, `namespace:part`, `task:…`, `cluster:…`, an address, or `anyone`. */
function nameOf(
  peer: Record<string, { matchLabels?: Record<string, string>; cidr?: string }>,
): string {
  if (peer.ipBlock) return peer.ipBlock.cidr!;
  const {
    [component]: part,
    'timbre/task': task,
    'cnpg.io/cluster': cluster,
  } = peer.podSelector?.matchLabels ?? {};
  if (part || task || cluster) return part ?? task ?? cluster!;
  return `namespace ${Object.values(peer.namespaceSelector?.matchLabels ?? {}).join()}`;
}

/** What the policies of a release allow, as `from → to:port`, seen from both ends. */
function arrowsOf(values: Values) {
  const policies = render('t', values).filter(({ kind }) => kind === 'NetworkPolicy');
  const arrows = (direction: 'ingress' | 'egress') =>
    policies.flatMap(({ spec }: Manifest) => {
      const self = nameOf({ podSelector: spec.podSelector });
      return ((spec[direction] ?? []) as Rule[]).flatMap(({ ports, ...peers }) =>
        (peers.from ?? peers.to ?? [undefined]).flatMap((peer) =>
          ports.map(({ port }) => {
            const other = peer ? nameOf(peer as never) : 'anyone';
            return direction === 'ingress'
              ? `${other} → ${self}:${port}`
              : `${self} → ${other}:${port}`;
          }),
        ),
      );
    });
  return { ingress: arrows('ingress').sort(), egress: arrows('egress').sort() };
}

describeChart('network policies', () => {
  it('are the arrows of ARCHITECTURE.md in production', () => {
    const { ingress, egress } = arrowsOf(combinations.production!);
    const services = ['commerce', 'fiscal-cfdi', 'gateway', 'payroll'];
    expect(ingress).toEqual(
      [
        'namespace ingress-nginx → gateway:http',
        'gateway → commerce:grpc',
        'gateway → fiscal-cfdi:grpc',
        'gateway → payroll:grpc',
        'fiscal-cfdi → commerce:grpc',
        'fiscal-cfdi → payroll:grpc',
        'payroll → fiscal-cfdi:grpc',
        ...services.map((name) => `namespace monitoring → ${name}:health`),
        ...['commerce', 'fiscal-cfdi', 'payroll'].map((name) => `${name} → nats:client`),
        'nats → nats:cluster',
      ].sort(),
    );
    expect(egress).toEqual(
      [
        ...Array<string>(2).fill('namespace  → namespace kube-system:53'),
        'gateway → commerce:7101',
        'gateway → fiscal-cfdi:7102',
        'gateway → payroll:7103',
        'fiscal-cfdi → commerce:7101',
        'fiscal-cfdi → payroll:7103',
        'payroll → fiscal-cfdi:7102',
        'fiscal-cfdi → 0.0.0.0/0:443',
        'fiscal-cfdi → ::/0:443',
        ...[...services, 'migrate'].map((name) => `${name} → 10.20.0.0/24:5432`),
        ...['commerce', 'fiscal-cfdi', 'payroll'].map((name) => `${name} → nats:4222`),
        'nats → nats:6222',
      ].sort(),
    );
  });

  it('let a sandbox reach its simulator and no other authority', () => {
    const { ingress, egress } = arrowsOf(combinations.sandbox!);
    expect(egress).toContain('fiscal-cfdi → authority-simulator:8090');
    expect(ingress).toContain('fiscal-cfdi → authority-simulator:http');
    expect(egress.filter((arrow) => /:443$|^authority-simulator/.test(arrow))).toEqual([]);
  });

  it('have both ends of every arrow inside the release', () => {
    const port: Record<string, string> = {
      commerce: '7101',
      'fiscal-cfdi': '7102',
      payroll: '7103',
      gateway: '8080',
      'authority-simulator': '8090',
      't-postgresql': '5432',
    };
    for (const values of Object.values(combinations)) {
      const { ingress, egress } = arrowsOf(values);
      const inner = egress.flatMap((arrow) => {
        const [, from, to] = /^(\S+) → ([\w-]+):\d+$/.exec(arrow) ?? [];
        return to && port[to] ? [[from, to]] : [];
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

  it('share no object', () => {
    const names = (release: string) =>
      render(release, combinations.sandbox!).map((m) => `${m.kind} ${m.metadata.name}`);
    const production = new Set(names('production'));
    expect(names('sandbox').filter((name) => production.has(name))).toEqual([]);
  });

  it('name nothing of each other, in selectors, addresses or secrets', () => {
    expect(text('acme')).not.toContain('zeta');
    expect(text('zeta')).not.toContain('acme');
    expect(text('acme')).toContain('acme-fiscal-cfdi.ns.svc:7102');
  });

  it('select no pod of each other', () => {
    const policies = render('acme', combinations.sandbox!).filter(
      (m) => m.kind === 'NetworkPolicy',
    );
    for (const { spec } of policies)
      expect(JSON.stringify(spec.podSelector)).toMatch(/"acme"|"acme-postgresql"/);
  });
});
