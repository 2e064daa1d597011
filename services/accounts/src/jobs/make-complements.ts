import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { makeComplement, type ComplementProviders } from '../workflows/make-complement';

const everyMs = 1_000;
/** Stamps at once. */
const batchMax = 4;
const batchesMax = 10;

const due = `select org_id, payment_id as id from payment_complements where due_at <= $1
  order by due_at`;

/** Goes on with complements of payments whose request was interrupted, or whose outcome was unknown. */
export const createComplementMaker = ({ runtime, systemPool }: JobParts<ComplementProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'make-complements',
    everyMs,
    due,
    batchMax,
    batchesMax,
    work: (context, { id }) => makeComplement(createRun(runtime, context), runtime.providers, id),
  });
