import type { MigrationList } from '@timbre/kit';
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
];
