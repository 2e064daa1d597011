/**
 * Who may import whom. Layers look inward, services are islands, packages know neither.
 * `main.ts` joins everything and is imported by nobody. There are no exceptions to these rules.
 */
const test = '[.]test[.]ts$|/test/|^test/';
const anywhere = '^(packages|services|gateway|test)/';

/** @param {string} layer @param {string} others layers of the same service it must not know */
const layer = (layer, others) => ({
  name: `${layer}-looks-inward`,
  severity: 'error',
  from: { path: `^services/([^/]+)/src/${layer}([.]ts$|/)`, pathNot: test },
  to: { path: `^services/$1/src/(${others}|main)([.]ts$|/)` },
});

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
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: `${test}|/main[.]ts$|[.]d[.]ts$` },
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
        // Telemetry has an entry of its own because it must be loaded before what it observes.
        pathNot: '^packages/[^/]+/src/(index|process/telemetry)[.]ts$',
      },
    },
    {
      name: 'code-does-not-import-tests',
      severity: 'error',
      from: { path: anywhere, pathNot: `${test}|^packages/testkit/` },
      to: { path: `${test}|^packages/testkit/` },
    },
    // Node's own file and zip functions: it carries the SAT's catalogues as data.
    onlyTo('fiscal-imports-nothing', '^packages/fiscal/src/', '^packages/fiscal/|^(fs|path|zlib)$'),
    onlyTo(
      'cfdi-imports-only-fiscal',
      '^packages/cfdi/src/',
      '^packages/(cfdi/|fiscal/src/index[.]ts$)|^crypto$|/node_modules/saxes/',
    ),
    onlyTo(
      'api-imports-only-fiscal',
      '^packages/api/src/',
      '^packages/(api/|fiscal/src/index[.]ts$)|/node_modules/zod/',
    ),
    onlyTo('contract-is-generated', '^packages/contract/src/index', '^packages/contract/'),
    onlyTo(
      'domain-is-pure',
      '^services/([^/]+)/src/domain/',
      '^services/$1/src/domain/|^packages/(api|fiscal|cfdi)/src/index[.]ts$',
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
    layer('store', 'providers|workflows|operations|rpc|events|jobs|commands'),
    layer('providers', 'store|workflows|operations|rpc|events|jobs|commands'),
    layer('operations', 'providers|rpc|events|jobs|commands'),
    layer('workflows', 'providers|rpc|events|jobs|commands'),
    layer('rpc', 'events|jobs|commands|providers'),
    layer('(events|jobs|commands)', 'rpc|providers'),
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
