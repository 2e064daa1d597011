import '@timbre/kit/telemetry';
import { accounts, callable } from '@timbre/contract';
import { createPageLinks, operatorCommand, pageLinkSettings, runService } from '@timbre/kit';
import { runRebuild } from './commands/rebuild';
import { cfdiConsumer } from './events/on-cfdi';
import { contactConsumer } from './events/on-contact';
import { expenseConsumer } from './events/on-expense';
import { fiscalProfileConsumer } from './events/on-fiscal-profile';
import { salesReceiptConsumer } from './events/on-sales-receipt';
import { createInstallmentAnnouncer } from './jobs/announce-installments';
import { createComplementMaker } from './jobs/make-complements';
import { fiscalDocuments } from './providers/fiscal-documents';
import { knownContacts } from './providers/known-contacts';
import { ownedDocuments } from './providers/owned-documents';
import { paymentComplements } from './providers/payment-complements';
import { soldAndBought } from './providers/sold-and-bought';
import { statementPaper } from './providers/statement-paper';
import { rpcs } from './rpc/service';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';

/** The gRPC clients of the services that own documents and contacts. */
const calls = {
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: callable('accounts', 'commerce') },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('accounts', 'fiscal-cfdi') },
};

const rebuild = operatorCommand({
  calls,
  // The timeout is long for a rebuild, because one SQL statement adds up all entries of an
  // organization.
  answerTimeoutMs: 600_000,
  work({ runtime, clients, args, write }) {
    const owners = ownedDocuments(clients.fiscalCfdi, clients.commerce);
    return runRebuild({ ...runtime, providers: { owners } }, args, write);
  },
});

void runService('accounts', {
  definition: accounts.AccountsService,
  entities,
  migrations,
  // No database constraint is mapped to a refusal, because rows are written from events and no
  // request can violate a constraint.
  constraints: {},
  followsClocks: true,
  settings: pageLinkSettings,
  calls,
  providers: ({ settings, clients: { commerce: ofCommerce, fiscalCfdi: ofFiscal } }) => ({
    documents: fiscalDocuments(ofFiscal),
    contacts: knownContacts(ofCommerce),
    trade: soldAndBought(ofCommerce),
    complements: paymentComplements(ofFiscal),
    paper: statementPaper(ofFiscal),
    // The base address of links is empty, because this service only calculates digests of links;
    // the gateway adds its own address.
    pages: createPageLinks(settings.TIMBRE_PAGE_LINK_KEY, ''),
  }),
  publicBody,
  rpcs,
  consumers: [
    cfdiConsumer,
    expenseConsumer,
    fiscalProfileConsumer,
    contactConsumer,
    salesReceiptConsumer,
  ],
  jobs: [createInstallmentAnnouncer, createComplementMaker],
  commands: { rebuild },
});
