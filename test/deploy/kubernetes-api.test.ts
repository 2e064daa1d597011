import { combinations, describeChart, longestName, render, type Manifest } from './helm';
import { ruleFaultsOf } from './kubernetes-rules';
import { schemaFaultsOf } from './kubernetes-schemas';
import { faultsOf } from './kubernetes-types';

/** Returns the distinct objects that the chart renders for the documented values. */
function everyManifest(): Manifest[] {
  const all = Object.values(combinations).flatMap((values) => render('t', values));
  const long = Object.values(combinations).flatMap((values) => render(longestName, values));
  return [...new Map([...all, ...long].map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns a copy of the first manifest of a kind, with a deliberate fault. */
function wrong(kind: string, change: (manifest: Manifest) => void): Manifest {
  const copy = structuredClone(everyManifest().find((manifest) => manifest.kind === kind)!);
  change(copy);
  return copy;
}
const container = (manifest: Manifest) => manifest.spec.template.spec.containers[0];

describeChart('the objects that the chart renders', () => {
  it('every rendered object has only fields that the Kubernetes API defines, with the correct types', () => {
    const misspelt = wrong('Deployment', (m) => (container(m).readynessProbe = {}));
    const mistyped = wrong(
      'Deployment',
      (m) => (m.spec.template.spec.terminationGracePeriodSeconds = '40'),
    );
    const incomplete = wrong('Deployment', (m) => delete m.spec.selector);
    expect(faultsOf([...everyManifest(), misspelt, mistyped, incomplete])).toEqual([
      expect.stringContaining('readynessProbe'),
      expect.stringContaining('terminationGracePeriodSeconds'),
      expect.stringContaining('selector'),
    ]);
  });

  it('every rendered object has only values that the schemas of the Kubernetes API allow', () => {
    expect(schemaFaultsOf(everyManifest())).toEqual([]);
  });

  it.each<[string, string, (m: Manifest) => void, string]>([
    ['a fraction of a replica', 'StatefulSet', (m) => (m.spec.replicas = 1.5), 'int32'],
    ['a replica count beyond 32 bits', 'StatefulSet', (m) => (m.spec.replicas = 2 ** 31), 'int32'],
    [
      'an invalid quantity',
      'Deployment',
      (m) => (container(m).resources.limits.memory = '1 GB'),
      'quantity',
    ],
    [
      'an invalid pull policy',
      'Deployment',
      (m) => (container(m).imagePullPolicy = 'Sometimes'),
      'imagePullPolicy',
    ],
    ['a label that is a number', 'Service', (m) => (m.metadata.labels['a'] = 1 as never), 'labels'],
    [
      'a route to a port out of range',
      'HTTPRoute',
      (m) => (m.spec.rules[0].backendRefs[0].port = 80_800),
      '65535',
    ],
    [
      'a route timeout without a unit',
      'HTTPRoute',
      (m) => (m.spec.rules[0].timeouts.request = '60'),
      'pattern',
    ],
    ['a PostgreSQL without instances', 'Cluster', (m) => (m.spec.instances = 0), '>= 1'],
    [
      'a scrape interval in words',
      'PodMonitor',
      (m) => (m.spec.podMetricsEndpoints[0].interval = 'often'),
      'pattern',
    ],
    [
      'an alert without an expression',
      'PrometheusRule',
      (m) => delete m.spec.groups[0].rules[0].expr,
      'expr',
    ],
    [
      'a disruption budget in words',
      'PodDisruptionBudget',
      (m) => (m.spec.maxUnavailable = {}),
      'maxUnavailable',
    ],
  ])('the schemas reject a rendered object with %s', (_, kind, change, about) => {
    expect(schemaFaultsOf([wrong(kind, change)])).toEqual([expect.stringContaining(about)]);
  });

  it('every rendered object satisfies the rules that the API server checks in addition to its schemas', () => {
    expect(ruleFaultsOf(everyManifest())).toEqual([]);
  });

  it.each<[string, string, (m: Manifest) => void]>([
    ['a name with capitals', 'ConfigMap', (m) => (m.metadata.name = 'Files')],
    ['a Job whose name is no label', 'Job', (m) => (m.metadata.name = 'j'.repeat(64))],
    ['a label that ends in a hyphen', 'Secret', (m) => (m.metadata.labels['a'] = '1.0-')],
    ['a port of a service beyond all ports', 'Service', (m) => (m.spec.ports[0].port = 65_536)],
    ['a port name of 16 characters', 'Service', (m) => (m.spec.ports[0].name = 'a-very-long-name')],
    [
      'a selector without a matching Pod',
      'Deployment',
      (m) => (m.spec.selector.matchLabels['app.kubernetes.io/component'] = 'other'),
    ],
    [
      'a mount without a volume',
      'Deployment',
      (m) => container(m).volumeMounts.push({ name: 'none', mountPath: '/none' }),
    ],
    [
      'a variable set twice',
      'Deployment',
      (m) => container(m).env.push({ name: 'TIMBRE_LOG_LEVEL', value: 'debug' }),
    ],
    [
      'more memory requested than allowed',
      'Deployment',
      (m) => (container(m).resources.requests.memory = '9Gi'),
    ],
    [
      'a probe of a port that is not open',
      'Deployment',
      (m) => (container(m).livenessProbe.httpGet.port = 'metrics'),
    ],
    [
      'a preStop beyond the grace period',
      'Deployment',
      (m) => (container(m).lifecycle.preStop.sleep.seconds = 600),
    ],
    [
      'an invalid address',
      'NetworkPolicy',
      (m) =>
        (m.spec.egress = [{ ports: [{ port: 53 }], to: [{ ipBlock: { cidr: '10.0.0.300/8' } }] }]),
    ],
  ])('the rules beyond the schemas reject a rendered object with %s', (_, kind, change) => {
    expect(ruleFaultsOf([wrong(kind, change)])).toHaveLength(1);
  });
});
