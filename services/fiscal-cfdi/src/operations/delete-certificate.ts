import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, replyValue } from '@timbre/kit';
import {
  Certificate,
  certificateResource,
  countCertificates,
  eraseCertificate,
} from '../store/set-up/certificates';
import { lockSetUp } from '../store/set-up/set-up-lock';

/**
 * Erases a certificate with its key. The active one goes only when it is the last of its kind:
 * else sealing would stop, or silently go on with another, by what looks like tidying up.
 * Documents carry their own copy of the certificate they were sealed with.
 */
export const deleteCertificate = command(
  async (tx, { certificateId }: fiscalCfdi.DeleteCertificateRequest) => {
    await lockSetUp(tx);
    const certificate = await tx.lock(Certificate, certificateId, certificateResource.name);
    if (certificate.active && (await countCertificates(tx, certificate.kind)) > 1) {
      throw conflict(
        'This is the active certificate; activate another before deleting it.',
        'certificate_active',
      );
    }
    await eraseCertificate(tx, certificate);
    return replyValue({ certificateId, deleted: true });
  },
);
