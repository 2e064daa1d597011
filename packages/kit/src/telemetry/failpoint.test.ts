import { failpoint } from './failpoint';

const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
afterEach(() => {
  kill.mockClear();
  delete process.env['FAILPOINTS'];
});

/**
 * Loads the module again with these failpoints, because it reads FAILPOINTS only when it is loaded.
 */
function armed(points: string): typeof failpoint {
  process.env['FAILPOINTS'] = points;
  let loaded: typeof failpoint | undefined;
  jest.isolateModules(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    loaded = (require('./failpoint') as { failpoint: typeof failpoint }).failpoint;
  });
  return loaded!;
}

test('a failpoint that is not configured does nothing', () => {
  failpoint('step.before_commit');
  expect(kill).not.toHaveBeenCalled();
});

test('a configured failpoint kills the process at the given pass, without a message', () => {
  const pass = armed('other@1,step.before_commit@2');
  pass('step.before_commit');
  pass('unknown');
  expect(kill).not.toHaveBeenCalled();
  pass('step.before_commit');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
});
