/**
 * The imports that are allowed. Layers look inward, services are islands, packages know neither.
 * `main.ts` joins everything, and no file imports it. There are no exceptions to these rules.
 */
const test = '[.]test[.]ts$|/test/|^test/';
const anywhere = '^(packages|services|gateway|test)/';

/**
 * The folders (or files) that a service's src may have, each with the folders that it may import beside
 * itself. A folder that is not in this list is an error: it would have no rule.
 * @type {Record<string, string[]>}
 */
const layers = {
  domain: [],
  store: ['domain'],
  providers: ['domain', 'metrics'],
  pdf: ['domain'],
  workflows: ['domain', 'store', 'pdf', 'metrics'],
  operations: ['domain', 'store', 'pdf', 'workflows'],
  rpc: ['domain', 'workflows', 'operations'],
  events: ['domain', 'store', 'workflows'],
  jobs: ['domain', 'store', 'workflows'],
  commands: ['domain', 'store', 'workflows', 'settings'],
  settings: ['domain', 'providers'],
  'open-providers': ['settings', 'providers', 'pdf', 'metrics', 'rpc'],
  metrics: [],
};

/** The rooms of kit from the ground up: each imports only those below it. */
const roomsOfKit = [
  'telemetry',
  'refusal',
  'secrets',
  'database',
  'messaging',
  'operation',
  'grpc',
  'process',
];

/**
 * The service in the gateway has the same layers, and the authorization server. The edge calls identity in
 * its own process, through the index of identity. The operators of identity may import the same parts as its
 * requests.
 * @type {Record<string, string[]>}
 */
const layersOfIdentity = {
  ...layers,
  oauth: ['domain', 'store', 'workflows'],
  rpc: [...(layers.rpc ?? []), 'store', 'oauth'],
  commands: [...(layers.commands ?? []), 'operations', 'oauth'],
  index: ['domain', 'workflows', 'operations', 'rpc', 'oauth'],
};

/** The rooms of the gateway's edge from the ground up: each imports only those below it. */
const roomsOfEdge = [
  'whole-client',
  'services',
  'http',
  'messages',
  'operations',
  'irreversible',
  'perform',
  'openapi',
  'pages',
  'login',
  'rest',
  'assistant',
  'app',
  'edge',
];

/** The services except the simulator, whose folders are named for the authority and the PACs. */
const services = '^(services/(?!authority-simulator/)[^/]+/src)/';
const identity = '^(gateway/src/identity)/';

/** @param {string} root @param {string} [suffix] */
const looksInward =
  (root, suffix = '') =>
  /** @param {[string, string[]]} entry */
  ([layer, allowed]) => ({
    name: `${layer}${suffix}-looks-inward`,
    severity: 'error',
    from: { path: `${root}${layer}([.]ts$|/)`, pathNot: test },
    to: {
      path: '^$1/',
      pathNot: `^$1/(${[layer, ...allowed].join('|')})([.]ts$|/)`,
    },
  });

/** @param {string} name @param {string} root @param {string[]} known */
const layersAreKnown = (name, root, known) => ({
  name,
  severity: 'error',
  from: { path: root, pathNot: `${root}(${known.join('|')})([.]ts$|/)|${test}` },
  to: {},
});

/** @param {string} house @param {string} root @param {string[]} rooms */
const lookDown = (house, root, rooms) =>
  rooms.map((room, floor) => ({
    name: `${room}-of-${house}-looks-down`,
    severity: 'error',
    from: { path: `${root}${room}([.]ts$|/)`, pathNot: test },
    to: { path: root, pathNot: `${root}(${rooms.slice(0, floor + 1).join('|')})([.]ts$|/)` },
  }));

/** @param {string} name @param {string} from @param {string} allowed */
const onlyTo = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { pathNot: allowed },
});

module.exports = {
  forbidden: [
    {
      // Imports of types count too: two files that need each other's types are one file.
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      // Node, Vite and types read these files by their names.
      from: { orphan: true, pathNot: `${test}|/main[.]ts$|[.]d[.]ts$|/vite[.]config[.]ts$` },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'services-are-islands',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/)' },
    },
    {
      name: 'gateway-knows-no-service',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^services/' },
    },
    {
      name: 'packages-know-no-process',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|gateway|test)/' },
    },
    {
      name: 'packages-are-entered-by-their-index',
      severity: 'error',
      from: { path: `${anywhere}`, pathNot: '^packages/' },
      to: {
        path: '^packages/[^/]+/src/',
        // Telemetry has a separate entry because it must be loaded before the libraries that it observes; the
        // client has one because loading kit would take seconds in tests of the running system.
        pathNot:
          '^packages/[^/]+/src/(index|telemetry/telemetry)[.]ts$|^packages/testkit/src/client[.]ts$',
      },
    },
    {
      name: 'client-of-testkit-loads-no-kit',
      severity: 'error',
      from: { path: '^packages/testkit/src/client[.]ts$' },
      to: { path: '^packages/kit/', reachable: true },
    },
    {
      name: 'api-tests-load-the-client',
      severity: 'error',
      from: { path: '^test/api/' },
      to: { path: '^packages/testkit/src/index[.]ts$' },
    },
    {
      name: 'code-does-not-import-tests',
      severity: 'error',
      from: { path: anywhere, pathNot: `${test}|^packages/testkit/` },
      to: { path: `${test}|^packages/testkit/` },
    },
    // Node's file, zip and signature functions are allowed, because fiscal carries the law as data.
    onlyTo(
      'fiscal-imports-nothing',
      '^packages/fiscal/src/',
      '^packages/fiscal/|^(crypto|fs|path|zlib)$',
    ),
    onlyTo(
      'cfdi-imports-only-fiscal',
      '^packages/cfdi/src/',
      '^packages/(cfdi/|fiscal/src/index[.]ts$)|^(crypto|util)$|/node_modules/(saxes|mustache|@types/mustache)/',
    ),
    onlyTo(
      'items-import-only-cfdi-and-fiscal',
      '^packages/items/src/',
      '^packages/(items/|(cfdi|fiscal)/src/index[.]ts$)',
    ),
    onlyTo(
      'sheets-import-only-fiscal',
      '^packages/sheets/src/',
      '^packages/(sheets/|fiscal/src/index[.]ts$)|^(buffer|path|stream|stream/consumers)$|/node_modules/(csv-parse|saxes|ya(uzl|zl)|@types/ya(uzl|zl))/',
    ),
    onlyTo(
      'api-imports-only-fiscal',
      '^packages/api/src/',
      '^packages/(api/|fiscal/src/index[.]ts$)|/node_modules/zod/',
    ),
    // The client is published alone, for any runtime with fetch.
    onlyTo('client-needs-nothing', '^clients/typescript/src/', '^clients/typescript/src/'),
    onlyTo('contract-is-generated', '^packages/contract/src/index', '^packages/contract/'),
    onlyTo(
      'domain-is-pure',
      '^services/([^/]+)/src/domain/',
      '^services/$1/src/domain/|^packages/(api|fiscal|cfdi|items)/src/index[.]ts$',
    ),
    // The simulator judges documents that packages/cfdi writes, so they must not share faults: the simulator
    // uses only the reader and the writer of the stamp's node. The documents of taxpayers elsewhere are not
    // judged, so Timbre's own code may make them.
    {
      name: 'simulator-judges-by-its-own-rules',
      severity: 'error',
      from: {
        path: '^services/authority-simulator/src/',
        pathNot: `${test}|/src/(xml/reader|stamping/timbre|mass-download/foreign)[.]ts$`,
      },
      to: { path: '^packages/cfdi/' },
    },
    onlyTo(
      'rules-of-simulator-stand-alone',
      '^services/authority-simulator/src/(schema|matrix)/',
      '^services/authority-simulator/src/(schema|matrix)/|^packages/fiscal/src/index[.]ts$',
    ),
    {
      name: 'cfdi-belongs-to-fiscal-cfdi',
      severity: 'error',
      from: {
        path: '^services/(?!fiscal-cfdi|authority-simulator)[^/]+/src/domain/',
        pathNot: test,
      },
      to: { path: '^packages/cfdi/' },
    },
    ...lookDown('kit', '^packages/kit/src/', roomsOfKit),
    {
      name: 'rooms-of-kit-are-known',
      severity: 'error',
      from: {
        path: '^packages/kit/src/',
        pathNot: `^packages/kit/src/((${roomsOfKit.join('|')})/|index[.]ts$)`,
      },
      to: {},
    },
    ...Object.entries(layers).map(looksInward(services)),
    layersAreKnown('layers-are-known', services, [...Object.keys(layers), 'main']),
    ...Object.entries(layersOfIdentity).map(looksInward(identity, '-of-identity')),
    layersAreKnown('layers-of-identity-are-known', identity, Object.keys(layersOfIdentity)),
    onlyTo(
      'domain-of-identity-is-pure',
      `${identity}domain/`,
      '^gateway/src/identity/domain/|^packages/(api|fiscal)/src/index[.]ts$|^(crypto|net|zlib)$|/node_modules/zod/',
    ),
    {
      name: 'identity-knows-no-edge',
      severity: 'error',
      from: { path: identity, pathNot: test },
      to: { path: '^gateway/src/(?!identity/)' },
    },
    {
      name: 'identity-is-entered-by-its-index',
      severity: 'error',
      from: { path: '^gateway/src/edge/', pathNot: test },
      to: { path: '^gateway/src/(?!edge/|identity/index[.]ts$)' },
    },
    ...lookDown('edge', '^gateway/src/edge/', roomsOfEdge),
    layersAreKnown('rooms-of-edge-are-known', '^gateway/src/edge/', roomsOfEdge),
    {
      name: 'operations-know-no-operation',
      severity: 'error',
      from: {
        path: `^(services/(?!authority-simulator/)[^/]+/src|gateway/src/identity)/operations/`,
        pathNot: test,
      },
      to: { path: '^$1/operations/' },
    },
    {
      name: 'one-level-of-rooms',
      severity: 'error',
      from: { path: '^((packages|services)/.*/?src|gateway/src/[^/]+)/[^/]+/[^/]+/[^/]+/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      // A workspace package is its source here, as it is for the compiler and for jest.
      mainFields: ['types', 'main'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
