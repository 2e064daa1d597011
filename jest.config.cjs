/**
 * The tests import the sources directly, and swc strips the types. The packages that a test imports by name
 * are built, and a worker loads each package once, like a library (decision 0491).
 */
module.exports = {
  testEnvironment: '<rootDir>/test/jest-environment.mjs',
  globalSetup: '<rootDir>/scripts/runtime/jest-setup.mjs',
  globalTeardown: '<rootDir>/scripts/runtime/jest-teardown.mjs',
  testSequencer: '<rootDir>/scripts/runtime/jest-sequencer.mjs',
  roots: ['packages', 'services', 'gateway', 'clients', 'test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/load/'],
  modulePathIgnorePatterns: ['/(services|gateway)/.*/dist/'],
  moduleNameMapper: {
    '^@timbre/testkit/client$': '<rootDir>/packages/testkit/src/client.ts',
    '^@timbre/testkit$': '<rootDir>/packages/testkit/src/index.ts',
    '^@timbre/(api|cfdi|contract|fiscal|items|kit|sheets)$': '<rootDir>/packages/$1/dist/index.js',
  },
  transformIgnorePatterns: [],
  transform: {
    '/(node_modules|packages/[^/]+/dist)/.*[.][cm]?js$': '<rootDir>/test/jest-library.cjs',
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // The first test that needs a server waits for the start of that server, on any machine.
  testTimeout: 180_000,
  workerIdleMemoryLimit: '1GB',
};
