import { publicBodies } from '@timbre/api';
import { publicRequest } from './cancellation-requests';
import { publicCfdi } from './cfdi/cfdi-events';
import { publicCertificate } from './set-up/certificates';
import { publicProfile } from './set-up/fiscal-profiles';
import { publicWallet } from './wallet';
import { publicWithholding } from './withholdings/withholding-events';

/** The public forms of all events that this service publishes. */
export const publicBody = publicBodies([
  publicCfdi,
  publicRequest,
  publicWithholding,
  publicProfile,
  publicCertificate,
  publicWallet,
]);
