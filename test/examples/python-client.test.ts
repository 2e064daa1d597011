import { missingFor, runPythonTests } from './program';

describe('the Python client', () => {
  const missing = missingFor('python');
  const whereInstalled = missing ? it.skip : it;

  whereInstalled('holds its tests, with the standard library of Python alone', () => {
    const { status, stderr } = runPythonTests();
    expect(stderr).toMatch(/^Ran \d{2,} tests/m);
    expect(stderr).toMatch(/^OK$/m);
    expect(status).toBe(0);
  });
});
