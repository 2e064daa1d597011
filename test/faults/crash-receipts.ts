import { created } from '@timbre/testkit/client';
import { bar } from './bar';
import { count } from './crash-courses';
import { crashMatrixOf, sizesOf, type Matrix, type Point, type Size } from './crash-machine';
import { nextTotal } from './documents';
import { documentsAreResumed } from './guards';
import { receiptCourses, takeReceipt, type Left } from './receipt-courses';
import type { System } from './system';

/**
 * The number of steps in each course, including the steps of the background jobs that continue the
 * course.
 */
const steps = Object.entries({
  invoiced: 8,
  summed_up: 6,
  refunded: 10,
  paid: 12,
  by_buyer: 8,
  by_buyer_later: 14,
});
const stepsOf = (name: string): Point[] =>
  steps.map(([course, passes]) => ({ name, course, passes }));

/** Every recovery point of commerce for the documents of receipts. */
const points: Point[] = [
  ...stepsOf('step.before_commit'),
  ...stepsOf('step.after_commit'),
  { name: 'command.before_commit', course: 'refunded', passes: 2 },
  { name: 'command.after_commit', course: 'refunded', passes: 2 },
  { name: 'document.drafted', course: 'invoiced', passes: 1 },
  { name: 'document.drafted', course: 'summed_up', passes: 1 },
  { name: 'document.drafted', course: 'paid', passes: 1 },
  { name: 'document.drafted', course: 'by_buyer_later', passes: 2 },
  { name: 'credit_note.drafted', course: 'refunded', passes: 1 },
  { name: 'credit_note.drafted', course: 'by_buyer_later', passes: 1 },
  { name: 'credit_note.stamped', course: 'refunded', passes: 1 },
  { name: 'quote_invoice.stamped', course: 'paid', passes: 1 },
  { name: 'invoice.stamped', course: 'by_buyer', passes: 1 },
  { name: 'invoice.stamped', course: 'by_buyer_later', passes: 2 },
  { name: 'document.drafted', course: 'by_buyer_who_leaves', passes: 1 },
  { name: 'invoice.stamped', course: 'by_buyer_who_leaves', passes: 1 },
  { name: 'outbox.published', course: 'refunded', passes: 2 },
  { name: 'consumer.committed', course: 'refunded', passes: 2 },
];

interface Final {
  /** The final state of the receipts, keyed by their total. */
  receipts: Record<string, Left[]>;
  /** How many times each event was emitted. */
  events: Record<string, number>;
}

/** The crash matrix that invoices receipts while the test kills commerce. */
const receipts: Matrix = {
  process: 'commerce',
  allowed: ['200', '201', '202'],
  async begin(system) {
    const api = await system.issuer();
    await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
    const wanted: Final = { receipts: {}, events: {} };
    return {
      api,
      wanted,
      left: () => finalOf(system, api.organizationId),
      async take(name, send) {
        const [course, total] = [receiptCourses[name]!, nextTotal()];
        await takeReceipt(api, send, course, total);
        wanted.receipts[total] = [course.leaves];
        for (const event of course.events) count(wanted.events, event);
        for (const _ of course.leaves.cfdi) count(wanted.events, 'cfdi drafted');
        for (const _ of course.leaves.cfdi) count(wanted.events, 'cfdi stamped');
      },
    };
  },
};

async function finalOf(system: System, organizationId: string): Promise<Final> {
  const rows = <Row>(service: string, sql: string) =>
    system.sql<Row>(service, sql, [organizationId]);
  const stamps = Map.groupBy(await system.stamps(), ({ total }) => Number(total).toFixed(2));
  const sold = await rows<Omit<Left, 'cfdi' | 'stamps'> & { total: string }>(
    'commerce',
    ofReceipts,
  );
  const cfdi = await rows<{ total: string; shown: string }>(
    'fiscal-cfdi',
    `select round(total, 2)::text as total, kind || ' ' || stage as shown
     from cfdi where org_id = $1 order by shown`,
  );
  const documents = Map.groupBy(cfdi, ({ total }) => total);
  const final: Final = { receipts: {}, events: {} };
  for (const { total, ...receipt } of sold)
    (final.receipts[total] ??= []).push({
      ...receipt,
      cfdi: (documents.get(total) ?? []).map(({ shown }) => shown),
      stamps: stamps.get(total)?.length ?? 0,
    });
  for (const { event } of await rows<{ event: string }>('commerce', ofEvents))
    count(final.events, event);
  for (const { event } of await rows<{ event: string }>('fiscal-cfdi', ofCfdiEvents))
    count(final.events, `cfdi ${event}`);
  return final;
}

const listed = (what: string, from: string) =>
  `(select coalesce(array_agg(${what} order by ${what}), '{}') from ${from})`;

const ofReceipts = `select round(r.total, 2)::text as total,
  r.status || case when r.refunded_total = r.total then ', refunded' else '' end as receipt,
  ${listed(
    `d.kind || ' ' || d.state || ' ' || c.slot || ' ' || c.state`,
    `receipt_claims c join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
     where c.org_id = r.org_id and c.receipt_id = r.id`,
  )} as claims,
  ${listed('n.state', 'receipt_credit_notes n where n.org_id = r.org_id and n.receipt_id = r.id')}
    as notes,
  ${listed(
    `p.application_status || coalesce(', ' || p.invoice_status, '')`,
    'quote_payments p where p.org_id = r.org_id and p.receipt_id = r.id',
  )} as payments
  from sales_receipts r where r.org_id = $1`;

/** An event that was not published yet is not counted. */
const ofEvents = `select split_part(subject, '.', 3) as event from outbox
  where org_id = $1 and aggregate in ('sales_receipt', 'quote') and published_at is not null`;
const ofCfdiEvents = `select split_part(subject, '.', 3) as event from outbox
  where org_id = $1 and aggregate = 'cfdi' and published_at is not null`;

/** Recovery points that leave the same database state as a neighboring point. */
const likeOthers = ['step.before_commit', 'command.before_commit'];
const drafted: Point = { name: 'document.drafted', course: 'invoiced', passes: 1 };

export const crashReceipts = bar<Size>({
  name: 'crash-receipts',
  holds: 'a receipt ends in one document, stamped once, wherever commerce dies on the way',
  sizes: sizesOf(points, likeOthers, drafted),
  guard: documentsAreResumed,
  red: /being_invoiced|seed 1 left/,
  run: crashMatrixOf(receipts),
});
