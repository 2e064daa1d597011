import type { fiscalCfdi } from '@timbre/contract';
import { audit, command, conflict, replyWith } from '@timbre/kit';
import {
  Certificate,
  certificateResource,
  certificateRevoked,
  deactivateOthers,
} from '../store/set-up/certificates';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { lockSetUp } from '../store/set-up/set-up-lock';

/** Activates a certificate. The active certificate of the same kind becomes inactive. */
export const activateCertificate = command(
  async (tx, { certificateId }: fiscalCfdi.ActivateCertificateRequest) => {
    await lockSetUp(tx);
    const certificate = await tx.lock(Certificate, certificateId, certificateResource.name);
    if (certificate.revokedAt) throw certificateRevoked();
    if (certificate.validTo < tx.businessNow) {
      throw conflict('The certificate has expired; upload a new one.', 'certificate_expired');
    }
    const profile = await tx.findBy(FiscalProfile, {});
    if (profile?.rfc !== certificate.rfc) {
      throw conflict('The certificate does not belong to the current RFC.', 'rfc_mismatch');
    }
    if (!certificate.active) {
      await deactivateOthers(tx, certificate);
      certificate.active = true;
      const { kind, certificateNumber } = certificate;
      audit(tx, {
        action: 'certificate.activated',
        subjectId: certificateId,
        after: { kind, certificateNumber },
      });
    }
    return replyWith(certificateResource, certificateId);
  },
);
