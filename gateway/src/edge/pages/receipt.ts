import type { commerce } from '@timbre/contract';
import { Refusal } from '@timbre/kit';
import type { FileAnswer } from '../messages/answer';
import { shownDate, shownPesos } from './format';
import type { Page, View, PageVisit } from './page';
import { emptyForm, readTaxForm, refusedForm, type TaxForm, type TaxInfo } from './tax-form';

/**
 * The page on which the buyer of a receipt requests the invoice once. After the request, the same
 * URL shows the files of the invoice.
 */
export const receipt: Page = {
  show: async (visit) => viewOf(visit, await read(visit)),
  async send(visit, sent) {
    if (sent.get('step') === 'resume') return invoiced(visit, undefined);
    const shown = await read(visit);
    if (shown.state !== 'open') return undefined;
    const form = readTaxForm(visit.words, sent);
    return 'step' in form ? asking(visit, shown, form) : invoiced(visit, form);
  },
  files: {
    xml: (visit) => fileOf(visit, 'xml'),
    pdf: (visit) => fileOf(visit, 'pdf'),
  },
};

const read = ({ link, context, backend }: PageVisit): Promise<commerce.SelfInvoice> =>
  backend.services.commerce.readSelfInvoice({ linkId: link.linkId }, context);

function viewOf(visit: PageVisit, shown: commerce.SelfInvoice): View {
  const { receipt: words } = visit.words;
  const data = { receipt: facts(visit, shown) };
  if (shown.state === 'open') return asking(visit, shown, emptyForm(visit.words));
  if (shown.state === 'invoiced') {
    return { template: 'receipt-done', title: words.doneTitle, data };
  }
  if (shown.state === 'in_progress') {
    return { template: 'receipt-progress', title: words.progressTitle, data };
  }
  return { template: 'receipt-unavailable', title: words.unavailableTitle, data };
}

const asking = (visit: PageVisit, shown: commerce.SelfInvoice, form: TaxForm): View => ({
  template: 'receipt',
  title: visit.words.receipt.title,
  data: { receipt: facts(visit, shown), form },
  ...(form.faults.length > 0 && { status: 400 }),
});

/** Returns the data of the receipt formatted for people. */
const facts = ({ words }: PageVisit, { folio, businessDate, total }: commerce.SelfInvoice) => ({
  folio,
  date: shownDate(words, businessDate),
  total: shownPesos(words, total),
});

/** @returns undefined if the reloaded page will show the outcome */
async function invoiced(visit: PageVisit, info: TaxInfo | undefined): Promise<View | undefined> {
  const { link, context, backend, words } = visit;
  try {
    await backend.services.commerce.selfInvoiceReceipt({ linkId: link.linkId, info }, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const shown = await read(visit);
    // Another person has already requested the invoice, or it is not yet known whether the invoice
    // was stamped.
    if (shown.state !== 'open') return undefined;
    const { issues } = error.details;
    if (info && issues) return asking(visit, shown, refusedForm(words, info, issues));
    if (error.code !== 'conflict' && error.code !== 'payment_required') throw error;
    const { sellerTitle: title } = words.receipt;
    return { template: 'receipt-refused', title, status: 409 };
  }
}

async function fileOf(visit: PageVisit, format: 'xml' | 'pdf'): Promise<FileAnswer> {
  const { documentRef } = await read(visit);
  if (documentRef === undefined) throw new Refusal('not_found', 'There is no invoice yet.');
  const { fiscalCfdi } = visit.backend.services;
  return fiscalCfdi.downloadDocument(
    { documentRef, format, language: undefined },
    { ...visit.context, permissions: ['files:read'] },
  );
}
