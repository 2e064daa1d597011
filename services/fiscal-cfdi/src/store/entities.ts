import { Secret } from '@timbre/kit';
import { Branding } from './set-up/branding';
import { CancellationRequest } from './cancellation-requests';
import { Cancellation } from './cancellations';
import { Certificate } from './set-up/certificates';
import { Cfdi, VoidedFolio } from './cfdi/cfdi';
import { Delivery, Mailing } from './files/deliveries';
import { CfdiHistory } from './cfdi-history';
import { CfdiRelation } from './cfdi/cfdi-relations';
import { DocumentDownload } from './files/document-downloads';
import { FiscalProfile } from './set-up/fiscal-profiles';
import { InvoicePayment } from './cfdi/invoice-payments';
import { StoredAccount } from './set-up/pac-accounts';
import { Series } from './set-up/series';
import { StampAttempt } from './stamping/stamp-attempts';
import { MailFile, StoredMail } from './files/mailbox';
import { StoredFile } from './files/stored-files';
import { WalletTransaction } from './wallet';
import { Withholding } from './withholdings/withholdings';

export const entities = [
  Branding,
  Cancellation,
  CancellationRequest,
  Certificate,
  Cfdi,
  CfdiHistory,
  CfdiRelation,
  Delivery,
  DocumentDownload,
  FiscalProfile,
  InvoicePayment,
  MailFile,
  Mailing,
  Secret,
  Series,
  StampAttempt,
  StoredAccount,
  StoredFile,
  StoredMail,
  VoidedFolio,
  WalletTransaction,
  Withholding,
];
