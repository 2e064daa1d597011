import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { makeComplement, type ComplementProviders } from '../workflows/make-complement';
import { dueComplements } from '../store/payment-complements';

const everyMs = 1_000;
/** The number of complements that are stamped at the same time. */
const batchMax = 4;

/** Continues making complements of payments after an interrupted request or an unknown outcome. */
export const createComplementMaker = ({ runtime, systemPool }: JobParts<ComplementProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'make-complements',
    everyMs,
    due: dueComplements,
    batchMax,
    work: (context, { id }) => makeComplement(createRun(runtime, context), runtime.providers, id),
  });
