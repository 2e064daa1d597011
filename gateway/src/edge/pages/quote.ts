import { certain } from '@timbre/fiscal';
import type { quote as quoteShape } from '@timbre/api';
import { Refusal } from '@timbre/kit';
import type { z } from 'zod';
import { shownDate, shownPesos, shownQuantity } from './format';
import type { Page, View, PageVisit } from './page';
import { readTaxForm, refusedForm, type TaxForm, type TaxInfo } from './tax-form';

type Quote = z.output<typeof quoteShape>;

/**
 * The page on which a buyer reads the published revision of a quote and accepts it, with or without
 * an invoice.
 */
export const quote: Page = {
  show: async (visit) => viewOf(visit, await read(visit)),
  async send(visit, sent) {
    const shown = await read(visit);
    if (shown.status !== 'sent') return undefined;
    const seen = revisionIn(sent);
    if (sent.get('step') === 'accept') return accepted(visit, shown, seen, undefined);
    const form = readTaxForm(visit.words, sent, ['email']);
    if ('step' in form) return viewOf(visit, shown, { form, seen });
    return accepted(visit, shown, seen, form);
  },
  files: {
    async pdf({ link, context, backend }) {
      const { commerce } = backend.services;
      return commerce.downloadDocument(
        { documentRef: refOf(link), format: 'pdf', language: undefined },
        { ...context, permissions: ['files:read'] },
      );
    },
  },
};

/**
 * Returns the number of the revision that the buyer saw, as the form submits it. An invalid text
 * becomes 0, a number that no revision has.
 */
const revisionIn = (sent: URLSearchParams): number =>
  Number(/^\d{1,9}$/.exec(sent.get('revision') ?? '')?.[0] ?? 0);

const refOf = ({ subjectId }: PageVisit['link']): string => `quote:${subjectId}`;

async function read({ link, context, backend }: PageVisit): Promise<Quote> {
  const request = { documentRef: refOf(link) };
  const { body } = await backend.services.commerce.getQuote(request, {
    ...context,
    permissions: ['quotes:read'],
  });
  return (JSON.parse(Buffer.from(body).toString()) as { data: Quote }).data;
}

interface Asked {
  form?: TaxForm;
  /** The revision for which the form was rendered. */
  seen?: number;
  notice?: string;
  status?: number;
}

function viewOf({ words }: PageVisit, shown: Quote, asked: Asked = {}): View {
  const { form, seen = shown.revisionNumber, notice } = asked;
  const state = shown.status === 'converted' ? 'accepted' : shown.status;
  const status = asked.status ?? (form && form.faults.length > 0 ? 400 : undefined);
  return {
    template: 'quote',
    title: words.quote.title(shown.folioNumber),
    data: { quote: facts(words, shown), state, form, seen, notice },
    ...(status !== undefined && { status }),
  };
}

/** Returns the data of the quote formatted for people. */
function facts(words: PageVisit['words'], shown: Quote) {
  const pesos = (amount: number) => shownPesos(words, amount);
  const { subtotal, discount, taxBreakdown, total } = shown.totals;
  return {
    customerName: shown.customerName,
    notes: shown.notes,
    revision: shown.revisionNumber,
    validUntil: shownDate(words, shown.validUntil),
    items: shown.items.map((item) => ({
      description: item.description,
      quantity: shownQuantity(item.quantity),
      unitPrice: pesos(item.unitPrice),
      discount: item.discount === undefined ? undefined : pesos(item.discount),
    })),
    sums: [
      { label: words.quote.subtotal, amount: pesos(subtotal) },
      ...(discount ? [{ label: words.quote.discount, amount: pesos(-discount) }] : []),
      ...taxBreakdown.map(({ label, amount, withholding }) => ({
        label,
        amount: pesos(withholding ? -amount : amount),
      })),
    ],
    total: pesos(total),
  };
}

async function accepted(
  visit: PageVisit,
  shown: Quote,
  revisionNumber: number,
  info: TaxInfo | undefined,
): Promise<View | undefined> {
  const { link, context, backend, words } = visit;
  const treatment = info
    ? {
        fiscalTreatment: 'specific_counterparty',
        fiscalCustomer: { ...info, email: certain(info.email, 'email') },
      }
    : { fiscalTreatment: 'public_general', fiscalCustomer: undefined };
  try {
    await backend.services.commerce.acceptQuote(
      { documentRef: refOf(link), revisionNumber, invoiceRequested: !!info, ...treatment },
      { ...context, permissions: ['quotes:manage'] },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, issues } = error.details;
    if (reason === 'revision_changed') {
      return viewOf(visit, await read(visit), { notice: words.quote.changed, status: 409 });
    }
    if (reason === 'expired')
      return viewOf(visit, { ...shown, status: 'expired' }, { status: 409 });
    if (info && issues) {
      return viewOf(visit, shown, { form: refusedForm(words, info, issues), seen: revisionNumber });
    }
    if (!refusedForGood.has(error.code)) throw error;
    const present = await read(visit);
    // The quote was accepted or canceled in the meantime, and the reloaded page will show this.
    if (present.status !== 'sent') return undefined;
    return viewOf(visit, present, { notice: words.quote.refused, status: 409 });
  }
}

/**
 * The codes of refusals that the buyer cannot resolve, because the seller must change the quote.
 */
const refusedForGood = new Set<string>(['conflict', 'validation_error', 'not_found']);
