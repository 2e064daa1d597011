import { pino } from 'pino';
import { every } from './every';

const lines: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  lines.length = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe('work that repeats', () => {
  test('never runs twice at once, and waits for its turn when it ends', async () => {
    const turn = Promise.withResolvers<void>();
    const pass = jest.fn(() => turn.promise);
    const repeated = every(10, pass, logger, 'failed');
    await jest.advanceTimersByTimeAsync(55);
    expect(pass).toHaveBeenCalledTimes(1);
    let isStopped = false;
    const stopped = repeated.stop().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(10);
    expect(isStopped).toBe(false);
    turn.resolve();
    await stopped;
    await jest.advanceTimersByTimeAsync(50);
    expect(pass).toHaveBeenCalledTimes(1);
  });

  test('goes on after a turn that failed, and says so', async () => {
    const pass = jest.fn(() => Promise.reject(new Error('no database')));
    const repeated = every(10, pass, logger, 'could not look');
    await jest.advanceTimersByTimeAsync(25);
    await repeated.stop();
    expect(pass).toHaveBeenCalledTimes(2);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'could not look',
      'could not look',
    ]);
  });
});
