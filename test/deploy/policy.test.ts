import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../../scripts/runtime/services.mjs';
import { combinations, describeChart, render, root, type Manifest } from './helm';

interface Container {
  name: string;
  securityContext: unknown;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  env?: { name: string; value?: string }[];
  [probe: string]: unknown;
}

/** The longest time in which a process of Timbre ends after the termination signal. */
const endWithinSeconds =
  Number(
    /endWithinMs = ([\d_]+)/
      .exec(readFileSync(join(root, 'packages/kit/src/process/lifetime.ts'), 'utf8'))![1]!
      .replace('_', ''),
  ) / 1000;

/**
 * The time in seconds for which DNS may still return a Pod that has ended (`ttl` and `cache` of CoreDNS in
 * the default configuration of kubeadm).
 */
const dnsCacheSeconds = 30;

const podOf = (manifest: Manifest) =>
  manifest.kind === 'Pod' ? manifest : (manifest.spec?.template as Manifest | undefined);
const podsOf = (manifests: Manifest[]) =>
  manifests.flatMap((owner) => {
    const pod = podOf(owner);
    return pod?.spec?.containers ? [{ owner, pod }] : [];
  });
const isServing = ({ kind }: Manifest) => kind === 'Deployment' || kind === 'StatefulSet';
const containersOf = ({ spec }: Manifest): Container[] => [
  ...((spec.initContainers ?? []) as Container[]),
  ...(spec.containers as Container[]),
];
const selects = (selector: { matchLabels?: object }, labels: Record<string, string>) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);

describeChart.each(Object.entries(combinations))('every pod of the chart, %s', (_, values) => {
  const manifests = render('t', values);
  const pods = podsOf(manifests);
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');

  it('every pod meets the restricted Pod Security Standard and has a read-only file system', () => {
    expect(pods.length).toBeGreaterThan(7);
    for (const { pod } of pods) {
      expect(pod.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      // The user may be absent from the manifest, because OpenShift then chooses the user.
      expect(pod.spec.securityContext.runAsUser ?? 1000).toBe(1000);
      expect(pod.spec).toMatchObject({ automountServiceAccountToken: false });
      expect(pod.spec).not.toHaveProperty('hostNetwork');
      const kinds = (pod.spec.volumes as Record<string, unknown>[]).flatMap((v) => Object.keys(v));
      expect(kinds).not.toContain('hostPath');
      for (const container of containersOf(pod)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('every pod has resource requests and limits', () => {
    for (const { pod } of pods)
      for (const { resources } of containersOf(pod)) {
        expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
        expect(['memory', 'cpu,memory']).toContain(Object.keys(resources.limits).sort().join());
      }
  });

  it('every pod has a heap limit that leaves a third of its memory for buffers and code', () => {
    for (const { pod } of pods)
      for (const { env = [], resources } of containersOf(pod)) {
        const heap = env.find(({ name }) => name === 'NODE_OPTIONS')?.value?.split('=')[1];
        if (heap)
          expect(Number(heap)).toBeLessThanOrEqual((megabytes(resources.limits.memory!) * 2) / 3);
      }
  });

  it('every pod that serves requests has probes, ends gracefully and is spread over the cluster', () => {
    for (const { owner, pod } of pods.filter(({ owner }) => isServing(owner))) {
      const [container] = pod.spec.containers as Container[];
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        expect({ of: owner.metadata.name, probe: container![probe] }).toEqual({
          of: owner.metadata.name,
          probe: expect.any(Object) as unknown,
        });
      expect(container!.lifecycle).toHaveProperty('preStop');
      const { sleep } = (container!.lifecycle as { preStop: { sleep?: { seconds: number } } })
        .preStop;
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        (sleep?.seconds ?? 0) + endWithinSeconds,
      );
      const looked = (container!.ports as { name: string }[]).some(({ name }) => name === 'grpc');
      if (looked) expect(sleep?.seconds).toBeGreaterThan(dnsCacheSeconds);
      expect(pod.spec.topologySpreadConstraints.length).toBeGreaterThan(0);
    }
  });

  it('every pod that serves requests has a disruption budget that allows one eviction', () => {
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    for (const { pod } of pods.filter(({ owner }) => isServing(owner))) {
      const own = budgets.filter(({ spec }) => selects(spec.selector, pod.metadata.labels));
      // Each of these processes has at least two replicas, and half of its replicas may be evicted.
      const allowed = own.map(({ spec }) => spec.maxUnavailable ?? spec.minAvailable);
      expect([[1], ['50%']]).toContainEqual(allowed);
    }
  });

  it('every Deployment, Service and autoscaler selects exactly one kind of pod', () => {
    const selectors = manifests.flatMap(({ kind, spec }) =>
      kind === 'Service'
        ? [{ matchLabels: spec.selector }]
        : isServing({ kind } as Manifest)
          ? [spec.selector]
          : [],
    );
    for (const selector of selectors)
      expect(pods.filter(({ pod }) => selects(selector, pod.metadata.labels))).toHaveLength(1);
    const names = manifests.filter(({ kind }) => kind === 'Deployment').map((d) => d.metadata.name);
    for (const { spec } of manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      expect(names).toContain(spec.scaleTargetRef.name);
      expect(spec.maxReplicas).toBeGreaterThanOrEqual(spec.minReplicas);
    }
  });

  it('every pod has a policy that denies all other traffic', () => {
    if (policies.length === 0) return expect(values.set).toContain('network.enabled=false');
    for (const { pod } of pods) {
      const own = policies.filter(({ spec }) => selects(spec.podSelector, pod.metadata.labels));
      const denying = own.filter(({ spec }) => !spec.ingress && !spec.egress);
      expect(denying.map(({ spec }) => spec.policyTypes)).toEqual([['Ingress', 'Egress']]);
    }
  });

  it('every pod names each port that a network policy opens', () => {
    for (const { spec } of policies) {
      const selected = pods.filter(({ pod }) => selects(spec.podSelector, pod.metadata.labels));
      const open = selected.flatMap(({ pod }) =>
        containersOf(pod).flatMap(({ ports }) => (ports ?? []) as { name: string }[]),
      );
      const named = ((spec.ingress ?? []) as { ports: { port: string | number }[] }[])
        .flatMap(({ ports }) => ports.map(({ port }) => port))
        .filter((port) => typeof port === 'string');
      expect(open.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
    }
  });

  it('every pod mounts and reads only objects of the release or of its values', () => {
    const own = new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    // The values contain the names of the Secrets with keys of calls, with a placeholder for the process.
    const callSecrets = services.flatMap(({ name }) => [`timbre-call-${name}`, `calls-of-${name}`]);
    const documented =
      JSON.stringify(values) +
      JSON.stringify(['timbre-keys', 'timbre-pacs', 'timbre-postgresql', ...callSecrets]);
    const made = ['t-postgresql-ca'];
    const isDocumented = (name: string) =>
      documented.includes(`"${name}"`) || documented.includes(`\\"${name}\\"`);
    for (const { pod } of pods) {
      const text = JSON.stringify(pod.spec);
      const secrets = [...text.matchAll(/"secret(?:Name|KeyRef)":(?:\{"name":)?"([^"]+)"/g)];
      for (const [, name] of secrets)
        if (!made.includes(name!) && !isDocumented(name!))
          expect([...own]).toContain(`Secret ${name}`);
      for (const [, name] of text.matchAll(/"configMap":\{"name":"([^"]+)"/g))
        if (!isDocumented(name!)) expect([...own]).toContain(`ConfigMap ${name}`);
    }
  });
});

const megabytes = (memory: string) => Number.parseInt(memory) * (memory.endsWith('Gi') ? 1024 : 1);
