import { activateCertificate } from './activate-certificate';
import { deleteCertificate } from './delete-certificate';
import { getCertificate } from './get-certificate';
import { getFiscalProfile } from './get-fiscal-profile';
import { getFiscalReadiness } from './get-fiscal-readiness';
import { listCertificates } from './list-certificates';
import { putFiscalProfile } from './put-fiscal-profile';
import { uploadCertificate } from './upload-certificate';

export const fiscalSetup = [
  activateCertificate,
  deleteCertificate,
  getCertificate,
  getFiscalProfile,
  getFiscalReadiness,
  listCertificates,
  putFiscalProfile,
  uploadCertificate,
];
