import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { makeComplement, type ComplementProviders } from '../workflows/make-complement';
import { dueComplements } from '../store/payment-complements';

const everyMs = 1_000;
/** Stamps at once. */
const batchMax = 4;
const batchesMax = 10;

/** Continues complements of payments whose request was interrupted or whose outcome was unknown. */
export const createComplementMaker = ({ runtime, systemPool }: JobParts<ComplementProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'make-complements',
    everyMs,
    due: dueComplements,
    batchMax,
    batchesMax,
    work: (context, { id }) => makeComplement(createRun(runtime, context), runtime.providers, id),
  });
