/** Sources are tested directly: workspace packages resolve to their src, swc strips the types. */
module.exports = {
  testEnvironment: '<rootDir>/test/jest-environment.mjs',
  globalSetup: '<rootDir>/scripts/runtime/jest-setup.mjs',
  globalTeardown: '<rootDir>/scripts/runtime/jest-teardown.mjs',
  testSequencer: '<rootDir>/scripts/runtime/jest-sequencer.mjs',
  roots: ['packages', 'services', 'gateway', 'clients', 'test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/load/'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    '^@timbre/testkit/client$': '<rootDir>/packages/testkit/src/client.ts',
    '^@timbre/contract$': '<rootDir>/packages/contract/src/index.ts',
    '^@timbre/(api|fiscal|cfdi|items|kit|sheets|testkit)$': '<rootDir>/packages/$1/src/index.ts',
  },
  transformIgnorePatterns: [],
  transform: {
    '/node_modules/.*[.][cm]?js$': '<rootDir>/test/jest-library.cjs',
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // The first to ask for a server waits for its start, on whatever machine.
  testTimeout: 180_000,
  workerIdleMemoryLimit: '1GB',
};
