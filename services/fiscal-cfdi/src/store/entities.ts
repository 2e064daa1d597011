import { Certificate } from './certificates';
import { Cfdi, VoidedFolio } from './cfdi';
import { FiscalProfile } from './fiscal-profiles';
import { InvoicePayment } from './invoice-payments';
import { Secret } from './secrets';
import { Series } from './series';
import { StampAttempt } from './stamp-attempts';

/** Everything the ORM of this service maps. */
export const entities = [
  Certificate,
  Cfdi,
  FiscalProfile,
  InvoicePayment,
  Secret,
  Series,
  StampAttempt,
  VoidedFolio,
];
