import '@timbre/kit/telemetry';
import { commerce, callable } from '@timbre/contract';
import { createPageLinks, runService } from '@timbre/kit';
import { balanceConsumers } from './events/on-balance-changed';
import { cfdiConsumers } from './events/on-cfdi-changed';
import { fiscalProfileConsumer } from './events/on-fiscal-profile';
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
import { publicBody } from './store/public-events';

void runService('commerce', {
  definition: commerce.CommerceService,
  entities,
  migrations,
  constraints,
  followsClocks: true,
  settings: commerceSettings,
  calls: {
    fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('commerce', 'fiscal-cfdi') },
  },
  providers: ({ settings, clients: { fiscalCfdi: client } }) => ({
    files: uploadedFiles(client),
    sheets: sheetReader(),
    invoices: receivedInvoices(client),
    fiscal: client,
    pages: createPageLinks(settings.TIMBRE_PAGE_LINK_KEY, settings.TIMBRE_PUBLIC_URL),
    paper: salesPaper(client),
  }),
  publicBody,
  rpcs,
  consumers: [cfdiConsumers, balanceConsumers, fiscalProfileConsumer],
  jobs: [
    createInventoryAnnouncer,
    createImportJobs,
    createPaymentApplier,
    createQuoteExpiry,
    createQuoteMailer,
    createDocumentFollower,
    createContactRestater,
    createNoteDrafter,
  ],
});
