import { Branding } from './branding';
import { Cancellation } from './cancellations';
import { Certificate } from './certificates';
import { Cfdi, VoidedFolio } from './cfdi';
import { Delivery, Mailing } from './deliveries';
import { CfdiHistory } from './cfdi-history';
import { CfdiRelation } from './cfdi-relations';
import { DocumentDownload } from './document-downloads';
import { FiscalProfile } from './fiscal-profiles';
import { InvoicePayment } from './invoice-payments';
import { StoredAccount } from './pac-accounts';
import { Secret } from './secrets';
import { Series } from './series';
import { StampAttempt } from './stamp-attempts';
import { StoredFile } from './stored-files';
import { WalletTransaction } from './wallet';
import { Withholding } from './withholdings';

/** Everything the ORM of this service maps. */
export const entities = [
  Branding,
  Cancellation,
  Certificate,
  Cfdi,
  CfdiHistory,
  CfdiRelation,
  Delivery,
  DocumentDownload,
  FiscalProfile,
  InvoicePayment,
  Mailing,
  Secret,
  Series,
  StampAttempt,
  StoredAccount,
  StoredFile,
  VoidedFolio,
  WalletTransaction,
  Withholding,
];
