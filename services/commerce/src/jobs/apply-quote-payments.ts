import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { applyQuotePayment } from '../workflows/apply-quote-payment';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { invoiceQuote } from '../workflows/invoice-quote';

const everyMs = 500;
const batchMax = 4;
const batchesMax = 10;

const due = 'select org_id, id from quote_payments where due_at <= $1 order by due_at';

/** Applies payments of quotes, invoices them, and goes on with those that a crash has interrupted. */
export const createPaymentApplier = ({ runtime, systemPool }: JobParts<FiscalProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'apply-quote-payments',
    everyMs,
    due,
    batchMax,
    batchesMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      const isApplied = await applyQuotePayment(run, id);
      return isApplied || invoiceQuote(run, runtime.providers, id);
    },
  });
