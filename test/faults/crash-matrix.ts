import { bar } from './bar';
import { count, courses, Model, take, type Final } from './crash-courses';
import { crashMatrixOf, sizesOf, type Matrix, type Point, type Size } from './crash-machine';
import { keysAreRemembered } from './guards';
import type { System } from './system';

/** Every recovery point of the service fiscal-cfdi. */
const points: Point[] = [
  { name: 'command.before_commit', course: 'changed', passes: 2 },
  { name: 'command.after_commit', course: 'deleted', passes: 2 },
  { name: 'step.before_commit', course: 'corrected', passes: 6 },
  { name: 'step.after_commit', course: 'corrected', passes: 6 },
  { name: 'stamp.sending', course: 'corrected', passes: 2 },
  { name: 'stamp.answered', course: 'corrected', passes: 2 },
  { name: 'stamp.settled', course: 'given_up', passes: 1 },
  { name: 'stamp.looked_up', course: 'lost', passes: 1 },
  { name: 'cancellation.sending', course: 'canceled', passes: 1 },
  { name: 'cancellation.answered', course: 'canceled', passes: 1 },
  { name: 'cancellation.asked', course: 'canceled', passes: 1 },
  { name: 'delivery.claimed', course: 'sent', passes: 1 },
  { name: 'delivery.handed_over', course: 'sent', passes: 1 },
  { name: 'outbox.published', course: 'changed', passes: 2 },
  { name: 'consumer.committed', course: 'stamped', passes: 1 },
];

/**
 * The crash matrix that takes documents from the draft to the final state while the test kills
 * fiscal-cfdi.
 */
const fiscal: Matrix = {
  process: 'fiscal-cfdi',
  allowed: ['200', '201', '202', '409 conflict stamp_rejected'],
  async begin(system) {
    const [api, model] = [await system.issuer(), new Model()];
    return {
      api,
      wanted: model.final,
      left: () => finalOf(system, api.organizationId),
      async take(name, send) {
        const course = courses[name]!;
        model.follow(course, await take(api, send, course));
      },
    };
  },
};

async function finalOf(system: System, organizationId: string): Promise<Final> {
  const rows = <Row>(sql: string) => system.sql<Row>('fiscal-cfdi', sql, [organizationId]);
  const stamps = Map.groupBy(await system.stamps(), ({ total }) => Number(total).toFixed(2));
  const cfdi = await rows<{ total: string; shown: string }>(
    `select round(total, 2)::text as total,
       stage || ' ' || status || ' folio ' || coalesce(folio, 0) as shown from cfdi where org_id = $1`,
  );
  const voided = await rows<{ folio: string }>(
    'select folio from voided_folios where org_id = $1 order by folio',
  );
  const deliveries = await rows<{ state: string }>(
    'select state from deliveries where org_id = $1',
  );
  // Only published events are counted. There is no event for a state that ended between two polls.
  const outbox = await rows<{ subject: string }>(
    `select subject from outbox where org_id = $1 and aggregate = 'cfdi' and published_at is not null
       and subject <> 'fiscal_cfdi.cfdi.cancellation_changed'`,
  );
  const final: Final = { documents: {}, voidedFolios: [], events: {}, deliveries: {} };
  for (const { total, shown } of cfdi)
    final.documents[total] = `${shown} stamps ${stamps.get(total)?.length ?? 0}`;
  final.voidedFolios = voided.map(({ folio }) => Number(folio));
  for (const { subject } of outbox) count(final.events, subject.split('.').at(-1)!);
  for (const { state } of deliveries) count(final.deliveries, state);
  return final;
}

/** Recovery points that leave the same database state as a neighboring point. */
const likeOthers = ['command.before_commit', 'stamp.settled', 'cancellation.sending', 'delivery.claimed']; // prettier-ignore
const created: Point = { name: 'command.after_commit', course: 'deleted', passes: 1 };

export const crashMatrix = bar<Size>({
  name: 'crash-matrix',
  holds:
    'a process that dies at any recovery point leaves the same final state as without the crash',
  sizes: sizesOf(points, likeOthers, created),
  guard: keysAreRemembered('fiscal-cfdi'),
  red: /seed 1 left/,
  run: crashMatrixOf(fiscal),
});
