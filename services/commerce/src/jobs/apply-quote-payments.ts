import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import { duePayments } from '../store/quote-payments';
import { applyQuotePayment } from '../workflows/apply-quote-payment';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { invoiceQuote } from '../workflows/invoice-quote';

const everyMs = 500;
const batchMax = 4;

/**
 * Creates a job that applies and invoices payments of quotes, and continues payments that a crash
 * interrupted.
 */
export const createPaymentApplier = ({ runtime, systemPool }: JobParts<FiscalProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'apply-quote-payments',
    everyMs,
    due: duePayments,
    batchMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      const isApplied = await applyQuotePayment(run, id);
      return isApplied || invoiceQuote(run, runtime.providers, id);
    },
  });
