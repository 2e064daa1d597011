import '@timbre/kit/telemetry';
import { commerce, fiscalCfdi } from '@timbre/contract';
import {
  createPageLinks,
  createServiceClient,
  readSettings,
  runService,
  type CallContext,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import type { ImportProviders, ReceivedInvoices, SalesPaper } from './domain/ports';
import { balanceConsumers } from './events/on-balance-changed';
import { cfdiConsumers } from './events/on-cfdi-changed';
import { createInventoryAnnouncer } from './jobs/announce-inventory';
import { createPaymentApplier } from './jobs/apply-quote-payments';
import { createQuoteExpiry } from './jobs/expire-quotes';
import { createDocumentFollower, createNoteDrafter } from './jobs/follow-documents';
import { createQuoteMailer } from './jobs/mail-quotes';
import { createContactRestater } from './jobs/restate-contacts';
import { createImportJobs } from './jobs/run-imports';
import { receivedInvoices } from './providers/received-invoices';
import { salesPaper } from './providers/sales-paper';
import { sheetReader } from './providers/sheet-reader';
import { uploadedFiles } from './providers/uploaded-files';
import { rpcs } from './rpc/service';
import { commerceSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import type { FiscalProviders } from './workflows/fiscal-drafts';
import type { PageProviders } from './workflows/public-links';

interface Providers extends PageProviders, FiscalProviders, ImportProviders<CallContext> {
  invoices: ReceivedInvoices<CallContext>;
  paper: SalesPaper<CallContext>;
}

function providers(settings: ServiceSettings, lifetime: Lifetime): Providers {
  const { TIMBRE_FISCAL_CFDI_ADDRESS, TIMBRE_PUBLIC_URL } = readSettings(commerceSettings);
  const client = createServiceClient(fiscalCfdi.FiscalCfdiService, TIMBRE_FISCAL_CFDI_ADDRESS, {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  });
  lifetime.closes('fiscal-cfdi client', () => client.close());
  const pages = createPageLinks(settings.TIMBRE_CONTEXT_KEY, TIMBRE_PUBLIC_URL);
  return {
    files: uploadedFiles(client),
    sheets: sheetReader(),
    invoices: receivedInvoices(client),
    fiscal: client,
    pages,
    paper: salesPaper(client),
  };
}

void runService('commerce', {
  definition: commerce.CommerceService,
  entities,
  migrations,
  constraints,
  followsClocks: true,
  providers,
  rpcs,
  background(parts) {
    const announcer = createInventoryAnnouncer(parts);
    parts.lifetime.closes('inventory announcer', () => announcer.stop());
    for (const job of createImportJobs(parts)) {
      parts.lifetime.closes('import job', () => job.stop());
    }
    const applier = createPaymentApplier(parts);
    parts.lifetime.closes('payment applier', () => applier.stop());
    const expiry = createQuoteExpiry(parts);
    parts.lifetime.closes('quote expiry', () => expiry.stop());
    const mailer = createQuoteMailer(parts);
    parts.lifetime.closes('quote mailer', () => mailer.stop());
    cfdiConsumers(parts).forEach((consumer) => parts.listen(consumer));
    balanceConsumers(parts).forEach((consumer) => parts.listen(consumer));
    const follower = createDocumentFollower(parts);
    parts.lifetime.closes('document follower', () => follower.stop());
    const restater = createContactRestater(parts);
    parts.lifetime.closes('contact restater', () => restater.stop());
    const drafter = createNoteDrafter(parts);
    parts.lifetime.closes('credit note drafter', () => drafter.stop());
  },
});
