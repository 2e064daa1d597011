import { until } from '../api/until';
import { bar, type Found, type Report } from './bar';
import { newBystander } from './bystander';
import { inFlight, meanwhile } from './clients';
import { judgedVersionsTravel } from './guards';
import { doneOf, newCast, type Cast, type Outcome, type Race, type Reach } from './races';
import { approval, confirmation, day, limit, revocation } from './races-of-documents';
import { quote, refund } from './races-of-sales';
import { newSeed, oneOf, randomOf, shuffled, type Random } from './random';
import type { System } from './system';

/** The order in which an action and a change lock the row of their document. */
type Order = 'change first' | 'act first' | 'at once';

interface Size {
  rounds: number;
  orders: Order[];
  reaches: Reach[];
  atOnce: number;
  settleMs: number;
}

const kinds = { limit, approval, confirmation, day, revocation, quote, refund };

interface Round {
  what: string;
  kind: keyof typeof kinds;
  order: Order;
  reach: Reach;
  random: Random;
}

/** The number of rounds of one organization, because it may create only a hundred credentials in an hour. */
const roundsOfCast = 100;

/** The outcomes of an action or a change that are allowed if the other request was faster. */
const allowed = [
  'done',
  'conflict document_changed',
  '409 conflict document_changed',
  '409 conflict not_a_draft',
  '409 conflict stamping_in_progress',
  '409 conflict revision_changed',
  '409 conflict accepted',
  '409 conflict approval_decided',
  '403 forbidden document_limit_exceeded',
  '403 forbidden day_limit_exceeded',
  '403 forbidden receiver_not_allowed',
  '403 forbidden proposer_ended',
];

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const seed = newSeed();
  tell(`seed ${seed}`);
  const deadlineMs = Date.now() + size.settleMs;
  const casts: Promise<Cast>[] = [];
  const bystander = await newBystander(system);
  const rounds = roundsOf(seed, size);
  const counts: Record<string, number> = {};
  let done = 0;
  const playing = inFlight(size.atOnce, rounds, async (round, index) => {
    const cast = (casts[Math.floor(index / roundsOfCast)] ??= newCast(system, deadlineMs));
    const played = await play(await cast, round);
    await played.race.end?.();
    for (const { what } of [played.acted, played.changed]) counts[what] = (counts[what] ?? 0) + 1;
    done += 1;
    if (done % 100 === 0) tell(`${done} of ${rounds.length} rounds`);
    return { round, ...played };
  });
  const { result: races } = await meanwhile(playing, () => bystander.work());
  const stamps = await system.stamps();
  const violations = await inFlight(8, races, async ({ round, race, acted, changed }) => {
    const odd = [acted, changed].filter(({ what }) => !allowed.includes(what));
    const found = [
      ...(await race.unjudged(acted, changed, stamps)),
      ...odd.map(({ what }) => `a client was told ${what}`),
    ];
    return found.map((one) => `seed ${seed}, ${round.what}: ${one}`);
  });
  return {
    violations: [...violations.flat(), ...bystander.violations],
    figures: { seed, rounds: rounds.length, outcomes: counts, bystander: bystander.requests() },
  };
}

/** Chooses the rounds. Each kind is used once before a kind is used again. */
function roundsOf(seed: number, { rounds, orders, reaches }: Size): Round[] {
  const random = randomOf(seed);
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  let left: typeof names = [];
  return Array.from({ length: rounds }, (_, index) => {
    if (left.length === 0) left = shuffled(names, random);
    const kind = left.pop()!;
    const order = kinds[kind] === revocation ? 'at once' : oneOf(orders, random);
    const reach = oneOf(reaches, random);
    const what = `round ${index + 1} (${kind}, ${order}, ${reach})`;
    return { what, kind, order, reach, random: randomOf(Math.floor(random() * 2 ** 32)) };
  });
}

/** Prepares a race and lets both sides run to their outcomes. */
async function play(
  cast: Cast,
  { kind, order, reach, random }: Round,
): Promise<{ race: Race; acted: Outcome; changed: Outcome }> {
  const race = await kinds[kind](cast, random, reach);
  if (race.row && order !== 'at once') {
    const [acted, changed] = await inOrder(cast, race, race.row, order);
    return { race, acted, changed };
  }
  // Two clients send the same action with one idempotency key, as after a lost response.
  const acting: Promise<Outcome>[] = [];
  const changing: Promise<Outcome>[] = [];
  const sends = [
    () => acting.push(race.act()),
    () => acting.push(race.act()),
    () => changing.push(race.change()),
  ];
  for (const send of shuffled(sends, random)) send();
  const [acted, [changed]] = await Promise.all([Promise.all(acting), Promise.all(changing)]);
  return { race, acted: doneOf(acted), changed: changed! };
}

/** The maximum time for which the row stays locked, in milliseconds. The outcome does not depend on this time. */
const heldMsMax = 20_000;

/**
 * Locks the row until both requests wait for the row, in the given order. A request that receives its response
 * without waiting counts as well.
 */
async function inOrder(
  { system }: Cast,
  { act, change }: Race,
  row: NonNullable<Race['row']>,
  order: Order,
): Promise<[acted: Outcome, changed: Outcome]> {
  const held = await system.hold(...row);
  let ended = 0;
  const arrival = (count: number) =>
    until(
      heldMsMax,
      async () => ended + (await held.waiters()),
      (waiting) => waiting >= count,
    );
  const begin = (send: () => Promise<Outcome>) => send().finally(() => void (ended += 1));
  const [first, second] = order === 'change first' ? [change, act] : [act, change];
  const beginning = begin(first);
  await arrival(1);
  const following = begin(second);
  await arrival(2);
  await held.release();
  const outcomes = await Promise.all([beginning, following]);
  return order === 'change first' ? [outcomes[1], outcomes[0]] : [outcomes[0], outcomes[1]];
}

const orders: Order[] = ['change first', 'act first', 'at once', 'at once'];
const suite: Size = {
  rounds: 15,
  orders,
  reaches: ['near', 'far'],
  atOnce: 2,
  settleMs: 120_000,
};

export const racesOfAuthority = bar<Size>({
  name: 'races-of-authority',
  holds:
    'an act happens only with the amount, version and receiver that were judged for it, while others change its document',
  sizes: {
    suite,
    full: { ...suite, rounds: 1_000, atOnce: 4, settleMs: 7_000_000 },
    control: { ...suite, rounds: 7, orders: ['change first'], reaches: ['far'] },
  },
  guard: judgedVersionsTravel,
  red: /judged/,
  run,
});
