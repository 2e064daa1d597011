import { createLogger } from './logger';
import { createOutage } from './outage';

function start(): { outage: ReturnType<typeof createOutage>; lines: string[] } {
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push((JSON.parse(line) as { msg: string }).msg);
  };
  return { lines, outage: createOutage(createLogger('test', 'info', { write }), 'the post') };
}

test('an outage is logged once when it begins and once when it ends', () => {
  const { outage, lines } = start();
  for (let n = 0; n < 50; n += 1) outage.failed(new Error('no'));
  outage.recovered();
  outage.recovered();
  expect(lines).toEqual(['the post is failing; retrying', 'the post has recovered']);
});

test('the wait grows to five seconds and starts again after a recovery', () => {
  const { outage } = start();
  const waits = Array.from({ length: 9 }, () => {
    outage.failed(new Error('no'));
    return outage.backoffMs();
  });
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  outage.recovered();
  outage.failed(new Error('no'));
  expect(outage.backoffMs()).toBe(100);
});
