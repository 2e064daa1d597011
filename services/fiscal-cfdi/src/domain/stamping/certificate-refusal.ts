/**
 * The codes of PACs and the SAT for a revoked or expired certificate: 304 for CFDI and 1308 for withholding
 * documents; SW adds the prefix CA or CR (facts: pac-sat-webservices.md §1.3, §1.5, §1.7).
 */
const revokedCodes = new Set(['304', 'CA304', '1308', 'CR1308']);

/** Returns whether a refusal concerns the certificate and not the document. */
export const isCertificateRevoked = (code: string): boolean => revokedCodes.has(code);
