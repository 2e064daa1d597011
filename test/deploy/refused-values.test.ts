import { describeChart, longestName, template, type Values } from './helm';

const sandbox = ['values-sandbox.yaml'];
const production = ['values-production.yaml'];

/** Nonsense, and what the refusal must speak of. */
const refused: [string, Values, string][] = [
  ['another environment', { set: ['environment="staging"'] }, '/environment'],
  ['a name that is none of ours', { set: ['replicas=3'] }, "additional properties 'replicas'"],
  ['a misspelt setting', { set: ['services.commerce.replica=3'] }, '/services/commerce'],
  ['no replica', { set: ['services.commerce.replicas=0'] }, '/services/commerce/replicas'],
  [
    'memory without unit',
    { set: ['nats.resources.limits.memory="512"'] },
    '/nats/resources/limits',
  ],
  ['a pool beyond what a process takes', { set: ['defaults.databasePool=500'] }, '/defaults'],
  ['an even number of NATS servers', { set: ['nats.replicas=2'] }, '/nats/replicas'],
  ['a public URL that ends in a slash', { set: ['publicUrl="https://a.b/"'] }, '/publicUrl'],
  ['a level that no logger has', { set: ['logLevel="verbose"'] }, '/logLevel'],
  ['a port beyond all ports', { set: ['services.gateway.ports.http=80800'] }, '/services/gateway'],
  ['a digest that is none', { set: ['image.digests={"gateway":"latest"}'] }, '/image/digests'],
  [
    'two kinds of PostgreSQL',
    { files: sandbox, set: ['postgresql.existingSecret="a"'] },
    '/postgresql',
  ],
  [
    'no PostgreSQL',
    { files: sandbox, set: ['postgresql.cloudNativePg.enabled=false'] },
    '/postgresql',
  ],
  ['no NATS', { files: sandbox, set: ['nats.enabled=false'] }, '/nats'],
  ['an Ingress without a host', { set: ['expose.ingress.enabled=true'] }, '/expose/ingress'],
  [
    'Ingress and Gateway API at once',
    {
      files: production,
      set: ['expose.httpRoute={"enabled":true,"parentRefs":[{"name":"a"}],"hostnames":["a.b"]}'],
    },
    '/expose',
  ],
  [
    'traces to where no arrow leads',
    { set: ['telemetry.otlpEndpoint="http://c:4318"'] },
    '/telemetry',
  ],
  [
    'a limit of nothing',
    { set: ['rateLimits={"read":{"perSecond":0,"burst":1}}'] },
    '/rateLimits/read',
  ],
  ['mail from nobody', { set: ['mail.existingSecret="mail"'] }, '/mail/from'],
  ['production without a PAC', { files: production, set: ['pacs.existingSecret=""'] }, '/pacs'],
  [
    'production with keys made up',
    { files: production, set: ['secrets.existingSecret=""'] },
    '/secrets',
  ],
  [
    'production over plain HTTP',
    { files: production, set: ['publicUrl="http://a.b"'] },
    '/publicUrl',
  ],
  [
    'production without NetworkPolicies',
    { files: production, set: ['network.enabled=false'] },
    '/network',
  ],
  [
    'production on one NATS server',
    { files: production, set: ['nats.replicas=1'] },
    '/nats/replicas',
  ],
  [
    'a call to nobody',
    { set: ['services.commerce.calls=["reports"]'] },
    'reports, which is not enabled',
  ],
  [
    'a minimum above the maximum',
    { set: ['services.commerce.autoscaling.minReplicas=9'] },
    'exceeds maxReplicas',
  ],
  [
    'more connections than PostgreSQL takes',
    { set: ['defaults.autoscaling.maxReplicas=5'] },
    'max_connections to 404 at least',
  ],
  [
    'two replicas on one file',
    { set: ['services.authority-simulator.replicas=2'] },
    'more than one replica',
  ],
  [
    'nobody who stamps',
    { files: sandbox, set: ['services.authority-simulator.enabled=false'] },
    'pacs.existingSecret',
  ],
];

describeChart('the chart refuses', () => {
  it.each(refused)('%s', (_, values, about) => {
    const { ok, output } = template('t', values);
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringContaining(about) as unknown,
    });
  });

  it('a name that is too long to make others of', () => {
    expect(template(longestName, {}).ok).toBe(true);
    const { ok, output } = template(`${longestName}r`, {});
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringContaining('more than 37 characters') as unknown,
    });
  });
});
