import { pino } from 'pino';
import { every, stopAll } from './every';

const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  lines.length = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe('work that repeats', () => {
  test('repeated work never runs concurrently with itself, and `stop` waits for the current pass', async () => {
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

  test('stopAll stops several repeated tasks at once', async () => {
    const stopped: string[] = [];
    const turn = Promise.withResolvers<void>();
    const works = ['first', 'second'].map((name) => ({
      stop: () => (stopped.push(name), turn.promise),
    }));
    const all = stopAll(works);
    expect(stopped).toEqual(['first', 'second']);
    turn.resolve();
    await all;
  });

  test('repeated work continues after failed passes and logs the outage once', async () => {
    let isDown = true;
    const pass = jest.fn(() => (isDown ? Promise.reject(new Error('no')) : Promise.resolve()));
    const repeated = every(10, pass, logger, 'the look');
    await jest.advanceTimersByTimeAsync(35);
    expect(pass).toHaveBeenCalledTimes(3);
    isDown = false;
    await jest.advanceTimersByTimeAsync(20);
    await repeated.stop();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the look is failing; retrying',
      'the look has recovered',
    ]);
  });
});
