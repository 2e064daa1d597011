import { createLifetime } from './lifetime';
import { createLogger } from '../telemetry/logger';

function lifetime() {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  return { lines, ...createLifetime(logger) };
}

test('components close one after the other, in reverse order', async () => {
  const { closes, end } = lifetime();
  const closed: string[] = [];
  for (const name of ['database', 'nats', 'grpc']) {
    closes(name, async () => {
      closed.push(`${name} begins`);
      await Promise.resolve();
      closed.push(`${name} ends`);
    });
  }
  await end();
  expect(closed).toEqual([
    'grpc begins', 'grpc ends', 'nats begins', 'nats ends', 'database begins', 'database ends',
  ]); // prettier-ignore
});

test('repeated signals end the process only once', async () => {
  const { closes, end } = lifetime();
  let closed = 0;
  closes('database', () => (closed += 1));
  await Promise.all([end(), end()]);
  await end();
  expect(closed).toBe(1);
});

test('a component that fails to close is logged, and the other components close', async () => {
  const { closes, end, lines } = lifetime();
  const closed: string[] = [];
  closes('database', () => closed.push('database'));
  closes('nats', () => Promise.reject(new Error('gone')));
  closes('grpc', () => {
    throw new Error('at once');
  });
  await end();
  expect(closed).toEqual(['database']);
  const parts = lines.map((line) => (JSON.parse(line) as { part: string }).part);
  expect(parts).toEqual(['grpc', 'nats']);
});
