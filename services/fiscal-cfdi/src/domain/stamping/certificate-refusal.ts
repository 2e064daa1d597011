/**
 * Codes of PACs and the SAT for a certificate that is revoked or over: 304 for CFDI, 1308 for
 * withholding documents, with CA or CR in front at SW (facts: pac-sat-webservices §1.3, §1.5, §1.7).
 */
const revokedCodes = new Set(['304', 'CA304', '1308', 'CR1308']);

/** Whether a refusal is of the certificate, whatever document came with it. */
export const isCertificateRevoked = (code: string): boolean => revokedCodes.has(code);
