import { newTill } from '../api/sales-receipts/till';
import { until } from '../api/until';
import {
  consumer, endsOf, failuresOf, poisons, sell, stream,
  type Bad, type BadKind, type Stage,
} from './bad-events'; // prettier-ignore
import { bar, p95, type Found, type Report } from './bar';
import { newBystander } from './bystander';
import { inFlight, meanwhile, OutcomeCounts } from './clients';
import { givenUpEventsAreKept, poisonedSalesFail } from './guards';
import { hurryOf } from './nats-wire';
import { newSeed, randomOf, shuffled } from './random';
import { unlikeOwners } from './reports';
import type { System } from './system';

interface Size {
  /** The number of blocks of sales. Every second block has bad events. */
  blocks: number;
  salesPerBlock: number;
  badPerBlock: number;
  sellers: number;
  settleMs: number;
}

interface Round extends Stage {
  size: Size;
  /** Makes NATS redeliver failed events immediately. */
  hurry(): Promise<void>;
}

/** The times from the commit of healthy events to their effect, in milliseconds. */
type Lags = number[];

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const seed = newSeed();
  tell(`seed ${seed}`);
  const api = await system.issuer();
  const stage: Round = {
    system, api, size, till: await newTill(api), random: randomOf(seed),
    outcomes: new OutcomeCounts(), deadlineMs: Date.now() + size.settleMs,
    hurry: hurryOf(system, { service: 'reports', stream, consumer }),
  }; // prettier-ignore
  const bystander = await newBystander(system);
  const bads: Bad[] = [];
  const failures: string[] = [];
  const lags: Record<'clean' | 'poisoned', Lags> = { clean: [], poisoned: [] };
  await system.sql('reports', poisonedSalesFail.on);
  const work = async () => {
    // The first block only warms up the processes. Its times are not used.
    await sellBlock(stage, []);
    for (const [index, kinds] of plan(stage).entries()) {
      const block = await sellBlock(stage, kinds);
      lags[kinds.length > 0 ? 'poisoned' : 'clean'].push(...block.lags);
      bads.push(...block.bads);
      failures.push(...block.violations);
      if ((index + 1) % 10 === 0) tell(`${index + 1} of ${size.blocks} blocks`);
    }
    failures.push(...(await failuresOf(stage, bads)));
  };
  await meanwhile(
    work().finally(() => system.sql('reports', poisonedSalesFail.off)),
    () => bystander.work(),
  );
  const violations = [
    ...failures,
    ...(await unlikeReplayed(stage, bads)),
    ...(await unlikeOwners(system, api, size.settleMs)),
    ...slower(lags),
    ...bystander.violations,
    ...stage.outcomes.beyond(['201']),
  ].map((one) => `seed ${seed}: ${one}`);
  return { violations, figures: figuresOf(seed, bads, lags, bystander.requests()) };
}

const figuresOf = (
  seed: number,
  bads: Bad[],
  { clean, poisoned }: Record<'clean' | 'poisoned', Lags>,
  bystander: number,
): object => ({
  seed,
  events: clean.length + poisoned.length,
  bad: Object.fromEntries(
    [...Map.groupBy(bads, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]),
  ),
  p95Ms: { clean: Math.round(p95(clean)), poisoned: Math.round(p95(poisoned)) },
  bystander,
});

/** Chooses the bad events of each block. Each kind is used once before a kind is used again. */
function plan({ size: { blocks, badPerBlock }, random }: Round): BadKind[][] {
  let left: BadKind[] = [];
  const next = (): BadKind => {
    if (left.length === 0) left = shuffled(Object.keys(poisons) as BadKind[], random);
    return left.pop()!;
  };
  return Array.from({ length: blocks }, (_, index) =>
    index % 2 === 0 ? [] : Array.from({ length: badPerBlock }, next),
  );
}

/** Sends sales and bad events in random order, and waits until every event is applied or a dead letter. */
async function sellBlock(
  stage: Round,
  kinds: BadKind[],
): Promise<{ lags: Lags; bads: Bad[]; violations: string[] }> {
  const { size, random, deadlineMs } = stage;
  const sales = Array.from({ length: size.salesPerBlock }, () => undefined);
  const turns = shuffled([...sales, ...kinds], random);
  const bads: Bad[] = [];
  const receiptIds: string[] = [];
  await inFlight(size.sellers, turns, async (kind) => {
    if (kind) bads.push({ kind, of: await poisons[kind](stage) });
    else receiptIds.push(await sell(stage));
  });
  const leftMs = () => deadlineMs - Date.now();
  const lags = await until(
    leftMs(),
    () => lagsOf(stage, receiptIds),
    (found) => found.length === receiptIds.length,
  );
  // Failed events are redelivered only after the healthy events, because immediate redeliveries would delay
  // healthy events more than the usual waits do.
  const areEnded = async () => {
    await stage.hurry();
    const ends = await endsOf(stage, bads);
    return ends.every(
      ({ of, letters, isApplied }) => of.isRefused || isApplied || letters.length > 0,
    );
  };
  await until(leftMs(), areEnded, Boolean);
  const unapplied = receiptIds.length - lags.length;
  return { bads, lags, violations: unapplied > 0 ? [`${unapplied} sales had no effect`] : [] };
}

/** Returns the times from the commit of healthy events to their effect. Events without an effect are left out. */
async function lagsOf({ system, api }: Stage, receiptIds: string[]): Promise<Lags> {
  const emitted = await system.sql<{ id: string; at: Date }>(
    'commerce',
    'select id, created_at as at from outbox where org_id = $1 and aggregate_id = any($2)',
    [api.organizationId, receiptIds],
  );
  const sentAt = new Map(emitted.map(({ id, at }) => [id, at.getTime()]));
  const applied = await system.sql<{ id: string; at: Date }>(
    'reports',
    'select message_id as id, received_at as at from inbox where consumer = $1 and message_id = any($2)',
    [consumer, [...sentAt.keys()]],
  );
  return applied.map(({ id, at }) => at.getTime() - sentAt.get(id)!);
}

/** Replays the dead letters. The events that can be applied now must be applied, and the others must not. */
async function unlikeReplayed(stage: Stage, bads: Bad[]): Promise<string[]> {
  await stage.system.command('reports', ['replay-dead-letters']);
  const left = async () =>
    (await endsOf(stage, bads)).flatMap(({ kind, letters, isApplied }) => {
      if (kind === 'forged' || kind === 'foreign') return [];
      if (kind === 'transient') return isApplied ? [] : [`a replay left an event (${kind})`];
      return letters.some(({ isOpen }) => isOpen) ? [] : [`a replay lost an event (${kind})`];
    });
  return until(stage.deadlineMs - Date.now(), left, (found) => found.length === 0);
}

/** The maximum ratio of the lag of healthy events beside bad events to their lag without bad events. */
const slowerMax = 2;

function slower({ clean, poisoned }: Record<'clean' | 'poisoned', Lags>): string[] {
  const [without, beside] = [p95(clean), p95(poisoned)];
  if (beside <= slowerMax * without) return [];
  return [`healthy events took ${beside} ms (p95) beside bad ones, and ${without} ms without`];
}

const suite: Size = {
  blocks: 12,
  salesPerBlock: 100,
  badPerBlock: 1,
  sellers: 8,
  settleMs: 120_000,
};

export const poison = bar<Size>({
  name: 'poison',
  holds:
    'an event that cannot be read ends at its first delivery, one that keeps failing at its sixth, healthy events are at most twice as late, a replay handles all that can be handled, and the broker refuses an event of another process',
  sizes: {
    suite,
    full: { ...suite, blocks: 40, salesPerBlock: 1_000, badPerBlock: 10, settleMs: 3_600_000 },
    control: { ...suite, blocks: 2, salesPerBlock: 10, badPerBlock: 6, settleMs: 6_000 },
  },
  guard: givenUpEventsAreKept,
  red: /has no dead letter/,
  run,
});
