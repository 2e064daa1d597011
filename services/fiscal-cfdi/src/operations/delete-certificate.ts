import type { fiscalCfdi } from '@timbre/contract';
import { audit, command, conflict, replyValue } from '@timbre/kit';
import {
  Certificate,
  certificateResource,
  countCertificates,
  eraseCertificate,
} from '../store/set-up/certificates';
import { lockSetUp } from '../store/set-up/set-up-lock';

/**
 * Deletes a certificate and its key. The active certificate can be deleted only if it is the last
 * certificate of its kind. Otherwise the deletion would silently switch sealing to another certificate, or
 * stop sealing. Documents are not affected, because each document contains a copy of the certificate that
 * sealed it.
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
    const { kind, certificateNumber, active } = certificate;
    audit(tx, {
      action: 'certificate.deleted',
      subjectId: certificateId,
      before: { kind, certificateNumber, active },
    });
    return replyValue({ certificateId, deleted: true });
  },
);
