import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsProcesses, natsUsersFile } from '../../scripts/runtime/nats-users.mjs';
import { combinations, describeChart, render, root, template } from './helm';

const written = readFileSync(join(root, natsUsersFile), 'utf8');

it('the users of NATS have the permissions that their processes declare, and no others', () => {
  // A separate process is needed, because esbuild does not run inside Jest.
  const source = `import('./scripts/runtime/nats-permissions.mjs')
    .then(({ natsUsers }) => natsUsers()).then((text) => process.stdout.write(text))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', source], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe(written);
}, 60_000);

describeChart('the chart', () => {
  const find = (values: keyof typeof combinations, kind: string, name: string) =>
    render('t', combinations[values]!).find(
      (one) => one.kind === kind && one.metadata.name === name,
    )!;
  const variablesOf = (container: { env: { name: string; value?: string }[] }) =>
    Object.fromEntries(container.env.map((variable) => [variable.name, variable]));

  it('the chart runs NATS with the users of the file and a password for each', () => {
    const { data } = find('production', 'ConfigMap', 't-nats');
    expect(data['nats-users.conf'].trim()).toBe(written.trim());
    const [nats] = find('production', 'StatefulSet', 't-nats').spec.template.spec.containers;
    const secrets = Object.values(variablesOf(nats)).flatMap(
      (variable) =>
        (variable as { valueFrom?: { secretKeyRef?: { name: string } } }).valueFrom?.secretKeyRef
          ?.name ?? [],
    );
    const users = ['cluster', 'operator', ...natsProcesses];
    expect(secrets.toSorted()).toEqual(users.map((user) => `t-${user}-nats`).toSorted());
    for (const [, variable] of written.matchAll(/password: \$(\w+)/g))
      expect(Object.keys(variablesOf(nats))).toContain(variable);
    expect(data['nats.conf']).toContain('include nats-users.conf');
  });

  it.each(natsProcesses)(
    'the chart gives %s its own user of NATS, and no other password',
    (name) => {
      const [container] = find('sandbox', 'Deployment', `t-${name}`).spec.template.spec.containers;
      const { NATS_PASSWORD, TIMBRE_NATS_URL } = variablesOf(container);
      expect(NATS_PASSWORD).toMatchObject({
        valueFrom: { secretKeyRef: { name: `t-${name}-nats`, key: 'password' } },
      });
      expect(TIMBRE_NATS_URL!.value).toBe(`nats://${name}:$(NATS_PASSWORD)@t-nats:4222`);
      const known = JSON.stringify(container.env).match(/t-[\w-]+-nats"/g);
      expect(known).toEqual([`t-${name}-nats"`]);
    },
  );

  it('the servers of a cluster know each other by a password', () => {
    const { data } = find('production', 'ConfigMap', 't-nats');
    expect(data['nats.conf']).toContain(
      'authorization { user: cluster, password: $NATS_PASSWORD_CLUSTER }',
    );
    const [nats] = find('production', 'StatefulSet', 't-nats').spec.template.spec.containers;
    expect(nats.command.at(-1)).toBe(
      `--routes=${[0, 1, 2]
        .map((at) => `nats://cluster:$(NATS_PASSWORD_CLUSTER)@t-nats-${at}.t-nats:6222`)
        .join(',')}`,
    );
  });

  it('two renders are equal if the passwords are given', () => {
    const given = combinations['NATS with own passwords and its own certificate']!;
    const [one, two] = [template('t', given), template('t', given)];
    expect(one.ok).toBe(true);
    expect(two.output).toBe(one.output);
  });

  it('with TLS, NATS shows its certificate and the processes verify it', () => {
    const given = 'NATS with own passwords and its own certificate';
    const { data } = find(given, 'ConfigMap', 't-nats');
    expect(data['nats.conf']).toContain('tls { cert_file: /etc/nats-tls/tls.crt');
    const { template } = find(given, 'Deployment', 't-commerce').spec;
    const [container] = template.spec.containers;
    const { TIMBRE_NATS_CA_FILE, NATS_PASSWORD } = variablesOf(container);
    expect(TIMBRE_NATS_CA_FILE!.value).toBe('/etc/timbre/nats/ca.crt');
    expect(NATS_PASSWORD).toMatchObject({
      valueFrom: { secretKeyRef: { name: 'nats-passwords', key: 'commerce-password' } },
    });
    const secret = { secretName: 'nats-tls', items: [{ key: 'ca.crt', path: 'ca.crt' }] };
    expect(template.spec.volumes).toContainEqual({ name: 'nats-ca', secret });
  });

  it('another NATS gives each process its own URL', () => {
    const given = 'NATS of somebody else with users and TLS';
    const [container] = find(given, 'Deployment', 't-sat-sync').spec.template.spec.containers;
    expect(variablesOf(container).TIMBRE_NATS_URL).toMatchObject({
      valueFrom: { secretKeyRef: { name: 'nats', key: 'sat-sync-url' } },
    });
  });
});
