import { isIP } from 'node:net';
import type { Manifest } from './helm';

/** A manifest or a part of a manifest, whose shape the schemas have already validated. */
type Node = any; // eslint-disable-line @typescript-eslint/no-explicit-any
type Say = (isRight: unknown, what: string) => void;

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const subdomain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const qualified = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
const portName = /^(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/;
const dataKey = /^[A-Za-z0-9._-]{1,253}$/;
/**
 * The maximum length of object names that Kubernetes copies to a label of the Pods, sometimes with a suffix.
 */
const nameLengthMax: Record<string, number> = {
  Job: 63,
  Service: 63,
  StatefulSet: 52,
  Cluster: 50,
};

/**
 * Finds faults by the rules of the API server that the schemas do not express (k8s.io/kubernetes: pkg/apis,
 * `validation`; for a Cluster, the webhook of CloudNativePG). Only rules that this chart could break are
 * included.
 */
export function ruleFaultsOf(manifests: Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const faults: string[] = [];
    const say: Say = (isRight, what) =>
      void (isRight || faults.push(`${manifest.kind} ${manifest.metadata.name}: ${what}`));
    checkMetadata(manifest, say);
    if (manifest.kind === 'NetworkPolicy') checkPolicy(manifest.spec, say);
    if (manifest.kind === 'Service') checkPorts(manifest.spec.ports, 'port', say);
    for (const key of Object.keys({ ...manifest.data, ...manifest.stringData }))
      say(dataKey.test(key), `key ${key}`);
    const pod: Node = manifest.kind === 'Pod' ? manifest : manifest.spec?.template;
    if (!pod?.spec?.containers) return faults;
    checkLabels(pod.metadata.labels, say);
    if (manifest.spec.selector)
      for (const [key, value] of Object.entries(manifest.spec.selector.matchLabels))
        say(pod.metadata.labels[key] === value, `selects ${key}=${value}, which its Pods have not`);
    if (manifest.kind === 'Job')
      say(['Never', 'OnFailure'].includes(pod.spec.restartPolicy), 'restartPolicy of a Job');
    const claimed = (manifest.spec.volumeClaimTemplates ?? []) as Manifest[];
    checkPod(
      pod.spec,
      claimed.map(({ metadata }) => metadata.name),
      say,
    );
    return faults;
  });
}

function checkMetadata({ kind, metadata }: Manifest, say: Say): void {
  const { name, labels, annotations = {} } = metadata;
  say(
    kind === 'Service' ? /^[a-z]/.test(name) && label.test(name) : subdomain.test(name),
    `name ${name}`,
  );
  say(name.length <= (nameLengthMax[kind] ?? 253), `name of ${name.length} characters`);
  checkLabels(labels, say);
  for (const [key, value] of Object.entries(annotations))
    say(qualified.test(key) && typeof value === 'string', `annotation ${key}`);
}

function checkLabels(labels: Record<string, string>, say: Say): void {
  for (const [key, value] of Object.entries(labels))
    say(qualified.test(key) && labelValue.test(value), `label ${key}=${value}`);
}

function checkPorts(ports: Node[], field: string, say: Say): void {
  for (const { name, [field]: port } of ports) {
    say(port >= 1 && port <= 65_535, `port ${port}`);
    say(name === undefined ? ports.length === 1 : portName.test(name), `port name ${name}`);
  }
  checkDistinct(ports.map(({ name }) => name as string), 'port name', say); // prettier-ignore
  checkDistinct(ports.map((port) => String(port[field])), 'port', say); // prettier-ignore
}

function checkDistinct(names: string[], what: string, say: Say): void {
  for (const name of names.filter((one, index) => names.indexOf(one) !== index))
    say(false, `${what} ${name} twice`);
}

function checkPod(spec: Node, claimed: string[], say: Say): void {
  const own: string[] = (spec.volumes ?? []).map(({ name }: Node) => name as string);
  const volumes = [...own, ...claimed];
  const containers: Node[] = [...(spec.initContainers ?? []), ...spec.containers];
  for (const name of volumes) say(label.test(name), `volume ${name}`);
  checkDistinct(volumes, 'volume', say);
  checkDistinct(containers.map(({ name }) => name as string), 'container', say); // prettier-ignore
  for (const { labelSelector, matchLabelKeys = [] } of spec.topologySpreadConstraints ?? [])
    for (const key of matchLabelKeys)
      say(!(key in labelSelector.matchLabels), `matchLabelKeys repeats ${key}`);
  for (const container of containers) checkContainer(container, volumes, spec, say);
}

function checkContainer(container: Node, volumes: string[], pod: Node, say: Say): void {
  const { name, image, env = [], volumeMounts = [], ports = [], lifecycle } = container;
  const { requests, limits } = container.resources;
  say(label.test(name) && /^\S+$/.test(image), `container ${name}, image ${image}`);
  checkDistinct(env.map((one: Node) => one.name as string), `variable`, say); // prettier-ignore
  for (const { name: variable, value, valueFrom } of env) {
    say(/^[A-Za-z_][\w.-]*$/.test(variable), `variable ${variable}`);
    say(value === undefined || !valueFrom, `variable ${variable} from two places`);
  }
  checkDistinct(volumeMounts.map(({ mountPath }: Node) => mountPath as string), 'mount', say); // prettier-ignore
  for (const { name: volume, mountPath } of volumeMounts)
    say(volumes.includes(volume) && mountPath.startsWith('/'), `mount of ${volume}`);
  checkPorts(ports, 'containerPort', say);
  for (const kind of ['cpu', 'memory'])
    say(
      amountOf(requests[kind]) <= amountOf(limits[kind] ?? requests[kind]),
      `${kind} requested above its limit`,
    );
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    checkProbe(container[probe], ports, (isRight, what) => say(isRight, `${probe}: ${what}`));
  const sleep = lifecycle?.preStop?.sleep?.seconds ?? 0;
  say(sleep <= (pod.terminationGracePeriodSeconds ?? 30), 'preStop longer than the grace period');
}

function checkProbe(probe: Node, ports: Node[], say: Say): void {
  if (!probe) return;
  for (const field of ['periodSeconds', 'timeoutSeconds', 'failureThreshold'])
    say((probe[field] ?? 1) >= 1, field);
  const port = (probe.httpGet ?? probe.grpc).port as string | number;
  const known = ports.flatMap((one) => [one.name, one.containerPort] as unknown[]);
  say(known.includes(port), `port ${port} is none of the container's`);
}

function checkPolicy({ ingress = [], egress = [] }: Node, say: Say): void {
  for (const { from, to, ports } of [...ingress, ...egress]) {
    for (const { port } of ports)
      say(
        typeof port === 'string' ? portName.test(port) : port >= 1 && port <= 65_535,
        `port ${port}`,
      );
    for (const { ipBlock, ...selectors } of from ?? to ?? []) {
      say(!ipBlock || Object.keys(selectors).length === 0, 'ipBlock beside selectors');
      for (const cidr of ipBlock ? [ipBlock.cidr, ...(ipBlock.except ?? [])] : [])
        say(isCidr(cidr), `not a network: ${cidr}`);
    }
  }
}

function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const version = isIP(address);
  return version > 0 && /^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

const factors: Record<string, number> = {
  m: 1e-3,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** Returns a Kubernetes quantity as a number, for comparisons. */
function amountOf(quantity: string | number): number {
  const [, number, unit = ''] = /^([\d.]+)(m|[KMGT]i)?$/.exec(String(quantity)) ?? [];
  return Number(number) * (factors[unit] ?? 1);
}
