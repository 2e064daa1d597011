/**
 * Codes of PACs and the SAT for a revoked or expired certificate: 304 for CFDI, 1308 for
 * withholding documents, with the prefix CA or CR at SW (facts: pac-sat-webservices §1.3, §1.5,
 * §1.7).
 */
const revokedCodes = new Set(['304', 'CA304', '1308', 'CR1308']);

/** Whether a refusal concerns the certificate, not the document. */
export const isCertificateRevoked = (code: string): boolean => revokedCodes.has(code);
