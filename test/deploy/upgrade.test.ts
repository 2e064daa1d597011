import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { services } from '../../scripts/runtime/services.mjs';
import { startCluster } from './cluster';
import { chart, combinations, describeChart, helm, render, type Manifest } from './helm';

const withDatabase = services.filter(({ database }) => database !== undefined);
const callers = services.filter(({ calls }) => calls !== undefined);
const dir = mkdtempSync(join(tmpdir(), 'timbre-upgrade-'));
afterAll(() => rmSync(dir, { recursive: true }));

const installed = () => render('t', combinations.sandbox!);
const secretsOf = (manifests: Manifest[]) => manifests.filter(({ kind }) => kind === 'Secret');

/** Returns a Secret as the API server stores it, with Helm's labels and annotations. */
const stored = ({ stringData, metadata, ...secret }: Manifest): Manifest => ({
  ...secret,
  metadata: {
    ...metadata,
    annotations: {
      ...metadata.annotations,
      'meta.helm.sh/release-name': 't',
      'meta.helm.sh/release-namespace': 'ns',
    },
  },
  data: Object.fromEntries(
    Object.entries(stringData as Record<string, string>).map(([key, value]) => [
      key,
      Buffer.from(value).toString('base64'),
    ]),
  ),
});

/** Returns the objects that Helm would apply to a cluster that already has these Secrets. */
const renderBeside = (secrets: Manifest[], ...flags: string[]): Promise<Manifest[]> =>
  renderWith('sandbox', secrets, flags);

async function renderWith(
  values: 'sandbox' | 'production',
  secrets: Manifest[],
  flags: string[],
): Promise<Manifest[]> {
  const known = render('t', combinations[values]!);
  const objects = secrets.map((one) => (one.kind === 'Secret' ? stored(one) : one));
  const cluster = await startCluster(join(dir, 'config'), objects, known);
  try {
    const { stdout } = await promisify(execFile)(
      helm!,
      [
        'template',
        't',
        chart,
        '--namespace',
        'ns',
        '--values',
        join(chart, `values-${values}.yaml`),
        '--dry-run=server',
        '--disable-openapi-validation',
        '--kubeconfig',
        cluster.config,
        ...flags,
      ],
      { maxBuffer: 1 << 24 },
    );
    return parseAllDocuments(stdout, { version: '1.1' })
      .map((document) => document.toJS() as Manifest)
      .filter(Boolean);
  } finally {
    cluster.stop();
  }
}

const contents = (manifests: Manifest[]) =>
  Object.fromEntries(secretsOf(manifests).map((m) => [m.metadata.name, m.stringData as object]));

describeChart('an upgrade', () => {
  it('an upgrade leaves every key and password as it was', async () => {
    const before = installed();
    // The Secrets contain the keys, the passwords of NATS (of each process, the operator and the servers),
    // the keys of each calling process, and three roles for each database.
    expect(Object.keys(contents(before))).toHaveLength(
      3 + callers.length + 4 * withDatabase.length,
    );
    expect(contents(await renderBeside(secretsOf(before), '--is-upgrade'))).toEqual(
      contents(before),
    );
  });

  it('an upgrade creates only missing keys and passwords', async () => {
    const [lost, ...rest] = secretsOf(installed());
    const after = contents(await renderBeside(rest, '--is-upgrade'));
    expect(after).toMatchObject(contents(rest));
    expect(after[lost!.metadata.name]).not.toEqual(lost!.stringData);
  });

  it('an upgrade from the release with one user of NATS creates a password for each process and leaves the old Secret', async () => {
    const isOfNats = ({ metadata }: Manifest) => metadata.name.endsWith('-nats');
    const [one] = secretsOf(installed()).filter(isOfNats);
    const before = [
      ...secretsOf(installed()).filter((secret) => !isOfNats(secret)),
      { ...one!, metadata: { ...one!.metadata, name: 't-nats' } },
    ];
    const after = secretsOf(await renderBeside(before, '--is-upgrade'));
    const names = after.filter(isOfNats).map(({ metadata }) => metadata.name);
    const users = ['cluster', 'operator', ...withDatabase.map(({ name }) => name)];
    expect(names.toSorted()).toEqual(users.map((user) => `t-${user}-nats`).toSorted());
    // Helm retains the old Secret, which has the annotation of all Secrets, for a rollback.
    expect(one!.metadata.annotations).toMatchObject({ 'helm.sh/resource-policy': 'keep' });
  });

  it('an upgrade migrates the databases after PostgreSQL has started and before the new version serves requests', async () => {
    const jobs = (await renderBeside(secretsOf(installed()), '--is-upgrade')).filter(
      ({ kind }) => kind === 'Job',
    );
    expect(jobs.map(({ metadata }) => metadata.annotations?.['helm.sh/hook'])).toEqual(
      withDatabase.map(() => 'pre-install,pre-upgrade'),
    );
  });

  it('an upgrade in production reports that the Secret lacks the encryption key for second factors', async () => {
    const keys = (...names: string[]): Manifest => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'timbre-keys', labels: {} },
      stringData: Object.fromEntries(names.map((name) => [name, '{}'])),
    });
    const upgrade = (secret: Manifest) => renderWith('production', [secret], ['--is-upgrade']);
    const before = keys('context-key', 'page-link-key', 'encryption-keys.json');
    await expect(upgrade(before)).rejects.toThrow(
      'Secret timbre-keys needs member-keys.json (docs/operations.md, Upgrades)',
    );
    const after = keys('context-key', 'page-link-key', 'encryption-keys.json', 'member-keys.json');
    expect(secretsOf(await upgrade(after)).map(({ metadata }) => metadata.name)).not.toContain(
      'timbre-keys',
    );
  });

  it('an upgrade in production reports that a Secret lacks the key of page links or of calls', async () => {
    const secret = (name: string, ...keys: string[]): Manifest => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, labels: {} },
      stringData: Object.fromEntries(keys.map((key) => [key, '{}'])),
    });
    const upgrade = (lacking: Manifest) => renderWith('production', [lacking], ['--is-upgrade']);
    await expect(upgrade(secret('timbre-keys', 'context-key', 'member-keys.json'))).rejects.toThrow(
      'Secret timbre-keys needs page-link-key (docs/operations.md, Upgrades)',
    );
    await expect(upgrade(secret('timbre-call-reports', 'private.pem'))).rejects.toThrow(
      'Secret timbre-call-reports needs public.pem (docs/operations.md, Upgrades)',
    );
  });

  it('an upgrade from the release before creates the keys of calls, keeps the addresses of links, and lets both releases call each other until the next upgrade', async () => {
    // The rendered objects are shared between tests, so this test changes a copy.
    const ofBefore = structuredClone(secretsOf(installed())).filter(
      ({ metadata }) => !/-call-/.test(metadata.name),
    );
    const keys = ofBefore.find(({ metadata }) => metadata.name === 't-keys')!;
    delete keys.stringData['page-link-key'];
    const gateway = (variable: string): Manifest => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 't-gateway', labels: {} },
      spec: { template: { spec: { containers: [{ env: [{ name: variable }] }] } } },
    });
    const sharing = (manifests: Manifest[]) =>
      manifests
        .filter((one) => JSON.stringify(one).includes('TIMBRE_SHARED_CONTEXT_KEY'))
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`);

    const first = await renderBeside([...ofBefore, gateway('TIMBRE_CONTEXT_KEY')], '--is-upgrade');
    expect(contents(first)['t-keys']).toMatchObject({
      ...keys.stringData,
      'page-link-key': keys.stringData['context-key'],
    });
    expect(sharing(first)).toEqual(withDatabase.map(({ name }) => `Deployment t-${name}`).sort());

    const kept = [...secretsOf(first), gateway('TIMBRE_CALL_KEY')];
    const second = await renderBeside(kept, '--is-upgrade');
    expect(sharing(second)).toEqual([]);
    expect(contents(second)).toEqual(contents(first));
    expect(sharing(installed())).toEqual([]);
  });

  it('a new installation uses the Secrets that an earlier installation did not delete', async () => {
    const kept = secretsOf(installed());
    expect(contents(await renderBeside(kept))).toEqual(contents(kept));
  });
});
