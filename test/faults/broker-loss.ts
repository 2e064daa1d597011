import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { created } from '@timbre/testkit/client';
import { saleInput } from '../api/sales-receipts/till';
import { until } from '../api/until';
import { bar, type Found, type Report } from './bar';
import { unlikeWrites } from './followers';
import { publishedEventsAreKept } from './guards';
import type { System } from './system';
import { allowed, countsOf, newWriters, writeThrough, type Writers, type Writes } from './writers';

interface Size extends Writes {
  settleMs: number;
}

/** The services that publish the events of these writes. */
const emitters = ['accounts', 'commerce', 'fiscal-cfdi'];

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const since = new Date().toISOString();
  const writers = await newWriters(api, size.settleMs);
  await writeThrough(writers, size, async (pass) => {
    if (pass + 1 < size.kills) {
      await system.kill('nats');
      await system.start('nats');
    } else {
      await loseStore(system, writers);
    }
    tell(`NATS killed ${pass + 1} times, ${writers.receipts.length} receipts`);
  });
  for (const service of emitters) {
    tell(await system.command(service, ['republish', '--since', since]));
  }
  const violations = [
    // The API does not depend on the broker, so no write may fail.
    ...writers.outcomes.beyond([...allowed, '409 operation_in_progress']),
    ...(await unlikeWrites(system, api, size.settleMs)),
  ];
  return { violations, figures: countsOf(writers) };
}

/**
 * Kills NATS and deletes its streams while the service reports is down and has not received the event of a
 * sale. No later event repeats this event.
 */
async function loseStore(system: System, { api, till }: Writers): Promise<void> {
  await system.kill('reports');
  const { documentRef } = await created(api, '/v1/sales-receipts', saleInput(till));
  const published = async () => {
    const [row] = await system.sql<{ count: number }>(
      'commerce',
      `select count(*)::int as count from outbox
       where org_id = $1 and 'sales_receipt:' || aggregate_id = $2 and published_at is not null`,
      [api.organizationId, documentRef],
    );
    return row!.count;
  };
  await until(30_000, published, (count) => count > 0);
  await system.kill('nats');
  rmSync(join(system.natsStore, 'jetstream'), { recursive: true });
  await system.start('nats');
  await system.start('reports');
}

const suite: Size = {
  writers: 8,
  writes: 17,
  kills: 3,
  killEveryMs: 1_000,
  settleMs: 60_000,
};

export const brokerLoss = bar<Size>({
  name: 'broker-loss',
  holds:
    'no write fails while NATS is down, and after a republication every follower has each event once, also when NATS lost its store',
  sizes: {
    suite,
    full: { ...suite, writers: 20, writes: 100, kills: 30, killEveryMs: 2_000 },
    control: { ...suite, writers: 3, kills: 1, settleMs: 10_000 },
  },
  guard: publishedEventsAreKept,
  red: /sales receipts are/,
  run,
});
