import { Secret } from '@timbre/kit';
import { Branding } from './set-up/branding';
import { CancellationRequest } from './cancellation-requests';
import { Cancellation } from './cancellations';
import { Certificate } from './set-up/certificates';
import { Cfdi, VoidedFolio } from './cfdi/cfdi';
import { Delivery, Mailing, SuppressedRecipient } from './files/deliveries';
import { CfdiHistory } from './cfdi-history';
import { CfdiRelation } from './cfdi/cfdi-relations';
import { DocumentDownload } from './files/document-downloads';
import { FiscalProfile } from './set-up/fiscal-profiles';
import { InvoicePayment } from './cfdi/invoice-payments';
import { StoredAccount } from './set-up/pac-accounts';
import { Series } from './set-up/series';
import { TransportSettings } from './set-up/transport-settings';
import { StampAttempt } from './stamping/stamp-attempts';
import { MailFile, StoredMail } from './files/mailbox';
import { StoredFile } from './files/stored-files';
import { WalletTransaction, Wallet } from './wallet';
import { Withholding } from './withholdings/withholdings';
import { CancellationPoll } from './cancellation-polls';
import { FilePart } from './files/file-parts';
import { ReceivableRecord } from './cfdi/receivables';
import { RecoveredReceiptRow } from './recovery/recovered-receipts';

export const entities = [
  Branding,
  Cancellation,
  CancellationPoll,
  CancellationRequest,
  Certificate,
  Cfdi,
  CfdiHistory,
  CfdiRelation,
  Delivery,
  DocumentDownload,
  FilePart,
  FiscalProfile,
  InvoicePayment,
  MailFile,
  Mailing,
  ReceivableRecord,
  RecoveredReceiptRow,
  Secret,
  Series,
  StampAttempt,
  StoredAccount,
  StoredFile,
  StoredMail,
  SuppressedRecipient,
  TransportSettings,
  VoidedFolio,
  Wallet,
  WalletTransaction,
  Withholding,
];
