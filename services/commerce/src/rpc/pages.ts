import type { commerce } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { createSelfInvoiceLink } from '../operations/create-self-invoice-link';
import { createTaxInfoLink } from '../operations/create-tax-info-link';
import { fillInTaxInfo } from '../operations/fill-in-tax-info';
import { listSelfInvoiceLinks } from '../operations/list-self-invoice-links';
import { listTaxInfoLinks } from '../operations/list-tax-info-links';
import { openPublicLink } from '../operations/open-public-link';
import { readSelfInvoice } from '../operations/read-self-invoice';
import { revokeSelfInvoiceLink } from '../operations/revoke-self-invoice-link';
import { revokeTaxInfoLink } from '../operations/revoke-tax-info-link';
import { selfInvoiceReceipt } from '../operations/self-invoice-receipt';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import type { PageProviders } from '../workflows/public-links';

/** Returns the rpcs of links to pages without a login, and of actions on these pages. */
export const pageRpcs = (runtime: Runtime<FiscalProviders & PageProviders>) =>
  ({
    createTaxInfoLink: replies(createTaxInfoLink, runtime),
    listTaxInfoLinks: replies(listTaxInfoLinks, runtime),
    revokeTaxInfoLink: replies(revokeTaxInfoLink, runtime),
    fillInTaxInfo: replies(fillInTaxInfo, runtime),
    createSelfInvoiceLink: replies(createSelfInvoiceLink, runtime),
    listSelfInvoiceLinks: replies(listSelfInvoiceLinks, runtime),
    revokeSelfInvoiceLink: replies(revokeSelfInvoiceLink, runtime),
    readSelfInvoice: answers(readSelfInvoice, runtime),
    selfInvoiceReceipt: replies(selfInvoiceReceipt, runtime),
    openPublicLink: answers(openPublicLink, runtime),
  }) satisfies Partial<Rpcs<typeof commerce.CommerceService>>;
