import { createLogger } from './logger';
import { survived } from './survived';

test('a failure after which the work continues is logged with its cause', async () => {
  const lines: unknown[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const logger = createLogger('test', 'info', { write });
  const lost = Promise.reject(new Error('no connection'));
  expect(await lost.catch(survived(logger, 'the renewal of a lease'))).toBeUndefined();
  expect(lines).toMatchObject([
    {
      level: 40,
      msg: 'the renewal of a lease failed; the work goes on without it',
      err: { message: 'no connection' },
    },
  ]);
});
