import { describeChart, longestName, template, type Values } from './helm';

const sandbox = ['values-sandbox.yaml'];
const production = ['values-production.yaml'];

/** Wrong values, each with a part of the expected error message. */
const refused: [string, Values, string][] = [
  ['another environment', { set: ['environment="staging"'] }, '/environment'],
  ['a name that is none of ours', { set: ['replicas=3'] }, "additional properties 'replicas'"],
  ['a misspelt setting', { set: ['services.commerce.replica=3'] }, '/services/commerce'],
  ['no replica', { set: ['services.commerce.replicas=0'] }, '/services/commerce/replicas'],
  [
    'memory without a unit',
    { set: ['nats.resources.limits.memory="512"'] },
    '/nats/resources/limits',
  ],
  ['a pool beyond what a process takes', { set: ['defaults.databasePool=500'] }, '/defaults'],
  ['an even number of NATS servers', { set: ['nats.replicas=2'] }, '/nats/replicas'],
  ['a public URL that ends in a slash', { set: ['publicUrl="https://a.b/"'] }, '/publicUrl'],
  ['Pods that run as root', { set: ['podSecurityContext.runAsUser=0'] }, '/podSecurityContext'],
  [
    'a privileged container',
    { set: ['containerSecurityContext.privileged=true'] },
    '/containerSecurityContext',
  ],
  [
    'other names of generated keys',
    { files: sandbox, set: ['secrets.secretKeys.context="a"'] },
    'secrets.secretKeys',
  ],
  ['keys of PostgreSQL that no role has', { set: ['postgresql.secretKey="url"'] }, '/postgresql'],
  [
    'a gRPC Service with an address of its own',
    { set: ['services.commerce.service.type="LoadBalancer"'] },
    'services.commerce.service.type',
  ],
  ['a probe that no kubelet has', { set: ['defaults.probes.ready={}'] }, '/defaults/probes'],
  [
    'a name too long for its parts',
    { set: [`fullnameOverride="${'a'.repeat(38)}"`] },
    '/fullnameOverride',
  ],
  [
    'a sidecar without a name',
    { set: ['defaults.sidecars=[{"image":"a"}]'] },
    '/defaults/sidecars',
  ],
  ['a level that no logger has', { set: ['logLevel="verbose"'] }, '/logLevel'],
  [
    'a port, which services.json defines',
    { set: ['services.gateway.ports.http=80'] },
    '/services/gateway',
  ],
  ['a digest that is none', { set: ['image.digest="latest"'] }, '/image/digest'],
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
  [
    'TLS to NATS without a certificate',
    { files: sandbox, set: ['nats.tls.enabled=true'] },
    '/nats/tls/existingSecret',
  ],
  [
    'one password for all users of NATS',
    { files: sandbox, set: ['nats.passwords={"existingSecret":"a","secretKey":"password"}'] },
    '/nats/passwords/secretKey',
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
    'traces to an endpoint without peers',
    { set: ['telemetry.otlpEndpoint="http://c:4318"'] },
    '/telemetry',
  ],
  [
    'a rate limit of zero',
    { set: ['rateLimits={"read":{"perSecond":0,"burst":1}}'] },
    '/rateLimits/read',
  ],
  ['mail from nobody', { set: ['mail.existingSecret="mail"'] }, '/mail/from'],
  ['production without a PAC', { files: production, set: ['pacs.existingSecret=""'] }, '/pacs'],
  [
    'production with generated keys',
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
  ['a tag with a blank', { set: ['image.tag="a b"'] }, '/image/tag'],
  [
    'an image without a repository',
    { set: ['image.repository=null'] },
    'give image.repository and image.digest, and remove image.registry and image.digests',
  ],
  [
    'the registry of one image for each process',
    { set: ['image.registry="ghcr.io/timbre"'] },
    'give image.repository and image.digest, and remove image.registry and image.digests',
  ],
  [
    'digests by process',
    { set: ['image.digests={"gateway":"latest"}'] },
    'give image.repository and image.digest, and remove image.registry and image.digests',
  ],
  ['a setting taken away', { set: ['nats.resources=null'] }, '/nats'],
  ['no level for the log', { set: ['logLevel=null'] }, 'logLevel'],
  [
    'a number of connections as text',
    { set: ['postgresql.cloudNativePg.parameters.max_connections="many"'] },
    '/postgresql',
  ],
  [
    'a storage class with an invalid name',
    { set: ['nats.storage.storageClass="Fast Disk"'] },
    '/nats/storage',
  ],
  [
    'a host with its scheme',
    { set: ['expose.ingress={"enabled":true,"host":"https://a.b","tlsSecret":"x"}'] },
    '/expose/ingress/host',
  ],
  [
    'a route to a misspelt parent',
    {
      set: [
        'expose.httpRoute={"enabled":true,"parentRefs":[{"name":"a","port":0}],"hostnames":["a.b"]}',
      ],
    },
    '/expose/httpRoute/parentRefs',
  ],
  [
    'an IP address out of range',
    { set: ['expose.peers=[{"ipBlock":{"cidr":"10.0.0.300/8"}}]'] },
    '/expose/peers',
  ],
  [
    'a network prefix of 33 bits',
    { set: ['pacs.peers=[{"ipBlock":{"cidr":"10.0.0.0/33"}}]'] },
    '/pacs/peers',
  ],
  [
    'an exception that is not a network',
    { set: ['pacs.peers=[{"ipBlock":{"cidr":"10.0.0.0/8","except":["x"]}}]'] },
    '/pacs/peers',
  ],
  [
    'an address and a selector in one peer',
    { set: ['expose.peers=[{"ipBlock":{"cidr":"10.0.0.0/8"},"podSelector":{}}]'] },
    '/expose/peers',
  ],
  [
    'a selector without matchLabels',
    { set: ['expose.peers=[{"podSelector":{"app":"x"}}]'] },
    '/expose/peers',
  ],
  ['no way to names', { set: ['network.dns=[]'] }, '/network/dns'],
  [
    'monitoring without peers that may scrape',
    { set: ['monitoring={"enabled":true,"peers":[]}'] },
    '/monitoring/peers',
  ],
  [
    'a collector without its port',
    { set: ['telemetry={"otlpEndpoint":"http://c","peers":[{"ipBlock":{"cidr":"10.0.0.0/8"}}]}'] },
    '/telemetry/otlpEndpoint',
  ],
  [
    'a variable that is not one of telemetry',
    { set: ['telemetry.variables={"TIMBRE_LOG_LEVEL":"trace"}'] },
    '/telemetry/variables',
  ],
  [
    'an invalid toleration',
    { set: ['defaults.tolerations=[{"taint":"x"}]'] },
    '/defaults/tolerations',
  ],
  [
    'a node label with a blank',
    { set: ['defaults.nodeSelector={"a b":"c"}'] },
    '/defaults/nodeSelector',
  ],
  [
    'a node label whose value has a blank',
    { set: ['defaults.nodeSelector={"a":"b c"}'] },
    '/defaults/nodeSelector',
  ],
  [
    'a monitoring label that ends in a hyphen',
    { set: ['monitoring.labels={"release":"prometheus-"}'] },
    '/monitoring/labels',
  ],
  [
    'a toleration with Exists and a value',
    { set: ['defaults.tolerations=[{"key":"a","operator":"Exists","value":"b"}]'] },
    '/defaults/tolerations',
  ],
  [
    'a toleration with a value and no key',
    { set: ['defaults.tolerations=[{"value":"b"}]'] },
    '/defaults/tolerations',
  ],
  [
    'a toleration with seconds for an effect that evicts no Pod',
    {
      set: [
        'defaults.tolerations=[{"key":"a","operator":"Exists","effect":"NoSchedule","tolerationSeconds":9}]',
      ],
    },
    '/defaults/tolerations',
  ],
  [
    'a namespace selector with In and no values',
    {
      set: [
        'expose.peers=[{"namespaceSelector":{"matchExpressions":[{"key":"a","operator":"In","values":[]}]}}]',
      ],
    },
    '/expose/peers',
  ],
  [
    'a pod selector with Exists and a value',
    {
      set: [
        'expose.peers=[{"podSelector":{"matchExpressions":[{"key":"a","operator":"Exists","values":["b"]}]}}]',
      ],
    },
    '/expose/peers',
  ],
  ['half a replica', { set: ['defaults.replicas=1.5'] }, '/defaults/replicas'],
  [
    'an unknown process',
    { set: ['services.web={"replicas":1}'] },
    'web is no process of services.json: it has accounts, authority-simulator, commerce',
  ],
  ['stamps that cost, and nowhere to pay', { set: ['stamps.priceMinor=100'] }, '/stamps/topUpUrl'],
  ['half a cent', { set: ['stamps.priceMinor=1.5'] }, '/stamps/priceMinor'],
  ['a sender without a mail server', { set: ['mail.from="a@b.c"'] }, '/mail/from'],
  [
    'the SAT over plain HTTP in production',
    { files: production, set: ['satStatusUrl="http://sat"'] },
    '/satStatusUrl',
  ],
  [
    'one copy of events in production',
    {
      files: production,
      set: [
        'nats={"enabled":false,"existingSecret":"n","peers":[{"ipBlock":{"cidr":"10.0.0.0/8"}}],"replicas":1}',
      ],
    },
    '/nats/replicas',
  ],
  [
    'a heap as large as its memory',
    { set: ['services.fiscal-cfdi.heapMegabytes=1024'] },
    'less than a third of 1Gi',
  ],
  [
    'less memory than its heap needs',
    { set: ['defaults.resources.limits.memory="300Mi"'] },
    'less than a third of 300Mi',
  ],
  [
    'more CPU requested than allowed',
    { set: ['defaults.resources.requests.cpu="1500m"'] },
    'requests more than its limits',
  ],
  [
    'more memory requested for NATS than allowed',
    { set: ['nats.resources.requests.memory="1Gi"'] },
    'nats requests more than its limits',
  ],
  [
    'more CPU requested for PostgreSQL than allowed',
    { set: ['postgresql.cloudNativePg.resources.requests.cpu="3"'] },
    'postgresql.cloudNativePg requests more than its limits',
  ],
  [
    'a second number of instances',
    { set: ['postgresql.cloudNativePg.clusterSpec={"instances":1}'] },
    '/postgresql/cloudNativePg/clusterSpec',
  ],
  [
    'a call to a disabled service',
    { set: ['services.commerce.enabled=false'] },
    'calls commerce, which is not enabled',
  ],
  [
    'a minimum above the maximum',
    { set: ['services.commerce.autoscaling.minReplicas=9'] },
    'exceeds maxReplicas',
  ],
  [
    'more connections than PostgreSQL takes',
    { set: ['defaults.autoscaling.maxReplicas=5'] },
    'max_connections to 788 at least',
  ],
  [
    'two replicas on one file',
    { set: ['services.authority-simulator.replicas=2'] },
    'more than one replica',
  ],
  [
    'the simulator in production',
    { files: production, set: ['services.authority-simulator.enabled=true'] },
    'services.authority-simulator.enabled: the simulated PACs and SAT never run in production',
  ],
  [
    'the simulator beside PACs',
    {
      files: sandbox,
      set: ['pacs.existingSecret="pacs"', 'services.authority-simulator.enabled=true'],
    },
    'nor beside the PACs of pacs.existingSecret',
  ],
  [
    'no credentials of PACs',
    { files: sandbox, set: ['services.authority-simulator.enabled=false'] },
    'pacs.existingSecret',
  ],
];

describeChart('the chart refuses', () => {
  it.each(refused)('the chart rejects %s', (_, values, about) => {
    const { ok, output } = template('t', values);
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringContaining(about) as unknown,
    });
  });

  it('the chart rejects a release name that is too long for the derived object names', () => {
    expect(template(longestName, {}).ok).toBe(true);
    const { ok, output } = template(`${longestName}r`, {});
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringContaining('more than 37 characters') as unknown,
    });
  });
});
