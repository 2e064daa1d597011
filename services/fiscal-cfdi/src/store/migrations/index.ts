import {
  claimDueWork,
  CompressReplies,
  followClocks,
  indexSearches,
  indexShortWords,
  type MigrationList,
} from '@timbre/kit';
import { CreateFiscalSetUp } from './0001-fiscal-set-up';
import { CreateCfdi } from './0002-cfdi';
import { CreateStampAttempts } from './0003-stamp-attempts';
import { CreatePaymentComplements } from './0004-payment-complements';
import { AddPayroll } from './0005-payroll';
import { CreateCfdiHistory } from './0006-cfdi-history';
import { AddImports } from './0007-imports';
import { CreateCancellations } from './0020-cancellations';
import { CreateDeliveries } from './0030-deliveries';
import { CreateDocumentDownloads } from './0031-document-downloads';
import { CreateWallet } from './0033-wallet';
import { CreateFiles } from './0034-files';
import { AddAbandonedStamps } from './0051-abandoned-stamps';
import { CreatePacAccounts } from './0050-pac-accounts';
import { IndexReplacements } from './0052-replacements';
import { ExpireFiles } from './0060-expire-files';
import { CreateWithholdings } from './0070-withholdings';
import { IndexPayrollAttempts } from './0080-payroll-attempts';
import { AddRevokedCertificates } from './0081-revoked-certificates';
import { StoreXml } from './0082-stored-xml';
import { CreateBranding } from './0090-branding';
import { CastSearchText } from './0091-search-text';
import { ListValuesAsTypes } from './0093-listed-values';
import { ForgetMintedCertificates } from './0094-minted-certificates';
import { AddWarnings } from './0120-warnings';
import { AddRefreshed } from './0150-refreshed';
import { AddReceiptDocuments } from './0170-receipt-documents';
import { AddStockVersion } from './0171-stock-version';
import { AddOwnMails } from './0240-own-mails';
import { IndexReceived } from './0260-received';
import { CreateCancellationRequests } from './0335-cancellation-requests';
import { CreateAuditTrail } from './0390-audit';
import { AnnounceEnds } from './0400-announced-ends';
import { AllowSecondRequests } from './0410-second-requests';
import { ReceiveWithholdings } from './0436-received-withholdings';
import { CreateReceivables } from './0310-receivables';
import { HidePayroll } from './0437-payroll-permissions';
import { KnowIepsTaxpayers } from './0440-ieps-taxpayers';
import { IndexInvoicesByRfc } from './0441-invoices-by-rfc';
import { IndexListedCfdi } from './0455-listed-cfdi';
import { IndexWhatFewHave } from './0470-listed-by-few';
import { CreateMailbox } from './0474-mailbox';
import { KnowGivenSeries } from './0475-given-series';
import { KnowIssuerAddress } from './0492-issuer-address';
import { IndexCfdiByFilters } from './0495-cfdi-by-filters';
import { IndexWithholdingsByFilters } from './0497-withholdings-by-filters';
import { CreateTransportSettings } from './0506-transport-settings';
import { SchedulePolls } from './0512-schedule-polls';
import { FindDuePolls } from './0513-due-polls';
import { CreateRecoveredReceipts } from './0521-recovered-receipts';
import { FindUnstampedCfdi, FindUnstampedWithholdings } from './0522-unstamped-drafts';

export const migrations: MigrationList[] = [
  { name: '0001-fiscal-set-up', class: CreateFiscalSetUp },
  { name: '0002-cfdi', class: CreateCfdi },
  { name: '0003-stamp-attempts', class: CreateStampAttempts },
  { name: '0004-payment-complements', class: CreatePaymentComplements },
  { name: '0005-payroll', class: AddPayroll },
  { name: '0006-cfdi-history', class: CreateCfdiHistory },
  { name: '0007-imports', class: AddImports },
  { name: '0020-cancellations', class: CreateCancellations },
  { name: '0030-deliveries', class: CreateDeliveries },
  { name: '0031-document-downloads', class: CreateDocumentDownloads },
  { name: '0033-wallet', class: CreateWallet },
  { name: '0034-files', class: CreateFiles },
  { name: '0050-pac-accounts', class: CreatePacAccounts },
  { name: '0051-abandoned-stamps', class: AddAbandonedStamps },
  { name: '0052-replacements', class: IndexReplacements },
  { name: '0060-expire-files', class: ExpireFiles },
  { name: '0070-withholdings', class: CreateWithholdings },
  { name: '0080-payroll-attempts', class: IndexPayrollAttempts },
  { name: '0081-revoked-certificates', class: AddRevokedCertificates },
  { name: '0082-stored-xml', class: StoreXml },
  { name: '0090-branding', class: CreateBranding },
  { name: '0091-search-text', class: CastSearchText },
  { name: '0092-replies', class: CompressReplies },
  { name: '0093-listed-values', class: ListValuesAsTypes },
  { name: '0094-minted-certificates', class: ForgetMintedCertificates },
  { name: '0120-warnings', class: AddWarnings },
  { name: '0150-refreshed', class: AddRefreshed },
  { name: '0170-receipt-documents', class: AddReceiptDocuments },
  { name: '0171-stock-version', class: AddStockVersion },
  { name: '0240-own-mails', class: AddOwnMails },
  { name: '0260-received', class: IndexReceived },
  { name: '0310-receivables', class: CreateReceivables },
  { name: '0335-cancellation-requests', class: CreateCancellationRequests },
  { name: '0390-audit', class: CreateAuditTrail },
  { name: '0391-clocks', class: followClocks('fiscal_cfdi') },
  { name: '0400-announced-ends', class: AnnounceEnds },
  { name: '0410-second-requests', class: AllowSecondRequests },
  { name: '0436-received-withholdings', class: ReceiveWithholdings },
  { name: '0437-payroll-permissions', class: HidePayroll },
  { name: '0440-ieps-taxpayers', class: KnowIepsTaxpayers },
  { name: '0441-invoices-by-rfc', class: IndexInvoicesByRfc },
  { name: '0455-listed-cfdi', class: IndexListedCfdi },
  { name: '0470-listed-by-few', class: IndexWhatFewHave },
  { name: '0474-mailbox', class: CreateMailbox },
  { name: '0475-given-series', class: KnowGivenSeries },
  { name: '0492-issuer-address', class: KnowIssuerAddress },
  { name: '0495-cfdi-by-filters', class: IndexCfdiByFilters },
  { name: '0497-withholdings-by-filters', class: IndexWithholdingsByFilters },
  { name: '0506-transport-settings', class: CreateTransportSettings },
  {
    name: '0507-search-indexes',
    class: indexSearches('fiscal_cfdi', [{ table: 'cfdi' }, { table: 'withholdings' }]),
  },
  { name: '0510-job-claims', class: claimDueWork('fiscal_cfdi') },
  { name: '0512-schedule-polls', class: SchedulePolls },
  { name: '0513-due-polls', class: FindDuePolls },
  {
    name: '0520-short-words',
    class: indexShortWords('fiscal_cfdi', [{ table: 'cfdi' }, { table: 'withholdings' }]),
  },
  { name: '0521-recovered-receipts', class: CreateRecoveredReceipts },
  { name: '0522-unstamped-cfdi', class: FindUnstampedCfdi },
  { name: '0523-unstamped-withholdings', class: FindUnstampedWithholdings },
];
