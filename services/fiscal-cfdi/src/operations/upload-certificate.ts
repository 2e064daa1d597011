import { CredentialError } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import { addSecret, audit, command, conflict, invalid, replyWith } from '@timbre/kit';
import {
  fileBytes,
  holderIssues,
  inspectUpload,
  keyIssue,
  type Upload,
  type UploadedKey,
} from '../domain/set-up/certificate-upload';
import type { KeyOpener, KeySecret, SetUpProviders } from '../domain/ports';
import {
  Certificate,
  certificateResource,
  certificateSearchText,
  deactivateOthers,
} from '../store/set-up/certificates';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { lockSetUp } from '../store/set-up/set-up-lock';

/**
 * Stores a certificate and its private key. The certificate becomes active if it is the first of its kind,
 * or if the active certificate of its kind is revoked. In all other cases only activateCertificate makes it
 * active.
 * - fiscal_profile_missing: the organization has no fiscal profile yet; set it before its certificates
 */
export const uploadCertificate = command(
  async (tx, upload: fiscalCfdi.UploadCertificateRequest, providers: SetUpProviders) => {
    // The private key is decrypted before the transaction, because decryption takes CPU time and the KMS
    // may be remote.
    const key = await openKey(upload, tx.organizationId, providers.openKey);
    const { certificate, issues } = inspectUpload(upload, key, tx.businessNow, providers.isTrusted);
    const owner = { organizationId: tx.organizationId, secretId: tx.newId(), version: 1 };
    const secret = issues.length
      ? undefined
      : await providers.secrets.seal(owner, keySecret(upload));
    await lockSetUp(tx);
    const profile = await tx.findBy(FiscalProfile, {});
    if (!profile) {
      throw conflict('Set the fiscal profile before its certificates.', 'fiscal_profile_missing');
    }
    issues.push(...holderIssues(certificate, profile.rfc));
    if (!certificate || !secret || issues.length) throw invalid(issues);
    const kind = certificate.isCsd ? 'csd' : 'fiel';
    const id = tx.newId();
    const active = !(await tx.findBy(Certificate, { kind, active: true, revokedAt: null }));
    if (active) await deactivateOthers(tx, { id, kind });
    addSecret(tx, secret);
    const { number: certificateNumber, rfc, name: legalName, validFrom, validTo } = certificate;
    tx.add(Certificate, {
      id,
      version: 1,
      kind,
      certificateNumber,
      rfc,
      legalName,
      validFrom,
      validTo,
      active,
      certificate: Buffer.from(certificate.base64, 'base64'),
      secretId: secret.secretId,
      searchText: certificateSearchText(certificateNumber, legalName),
      createdAt: tx.now,
    });
    audit(tx, {
      action: 'certificate.uploaded',
      subjectId: id,
      after: { kind, certificateNumber, rfc, active },
    });
    return replyWith(certificateResource, id);
  },
);

const keySecret = ({ privateKey, passphrase }: Upload): Buffer =>
  Buffer.from(JSON.stringify({ privateKey, passphrase } satisfies KeySecret));

async function openKey(
  { privateKey, passphrase }: Upload,
  organizationId: string,
  open: KeyOpener,
): Promise<UploadedKey> {
  try {
    return { key: await open({ organizationId, file: fileBytes(privateKey), passphrase }) };
  } catch (error) {
    if (error instanceof CredentialError) return { issue: keyIssue(error.reason) };
    throw error;
  }
}
