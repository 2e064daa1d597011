export { readAddendaTemplate } from './addenda-template';
export type { AddendaFault, AddendaTemplate, MissingValue } from './addenda-template';
export { addendaValues } from './addenda-values';
export type { AddendaValues } from './addenda-values';
export { cadenaOriginal } from './cadena';
export { CredentialError, certificateFromDer } from './certificate';
export { isOfVersionInForce, knownComplement, knownComplementNames } from './known-complements';
export type { ComplementPlace } from './known-complements';
export { keyMatches, openPrivateKey } from './private-key';
export type { PrivateKey } from './private-key';
export type { Certificate, CredentialFault } from './certificate';
export type * from './comprobante';
export { cfdiCommand } from './command';
export type { CommandIo } from './command';
export { lawCommand } from './law-command';
export type { LawIo } from './law-command';
export { parseComprobante33 } from './comprobante33';
export type { Comprobante33 } from './comprobante33';
export { computeComprobante, computeSale } from './compute';
export type { ComprobanteInput } from './compute';
export type { ChargedPart, ConceptoInput, TaxInput } from './compute-concepto';
export type { LocalTaxInput } from './compute-local-taxes';
export { computeNomina, computePayroll } from './compute-nomina';
export type { NominaInput, PayrollInput } from './compute-nomina';
export { computePagos, computePayment, taxesOfPayment } from './compute-pagos';
export type { DoctoInput, DoctoTaxInput, PagoInput, PaymentInput } from './compute-pagos';
export { montoOf } from './pagos-monto';
export { computeRetenciones } from './compute-retenciones';
export type { RetencionesInput } from './compute-retenciones';
export { parseDocument, verifyDocument } from './document';
export { verifyStamped } from './verify-stamped';
export type { StampedReview } from './verify-stamped';
export type { ParsedDocument } from './document';
export { STRUCTURE, UNREAD_VERSION } from './finding';
export type { Finding, Path } from './finding';
export type * from './impuestos-locales';
export type * from './nomina';
export type * from './pagos';
export { StructureError, parseComprobante, parseRetenciones, parseTimbre } from './parse';
export type { Parsed } from './parse';
export { expresionImpresa, qrUrl, retencionesQrUrl } from './qr';
export type * from './pagos10';
export type * from './retenciones';
export { parseRetenciones10 } from './retenciones10';
export type * from './retenciones10';
export {
  seal,
  sealAsync,
  sealRetenciones,
  signCadena,
  verifyCadena,
  writeComprobante,
  writeRetenciones,
} from './seal';
export type { Sealed, Signer } from './seal';
export { attachAddenda, attachTimbre, signTimbre, timbreCadena, writeTimbre } from './timbre';
export { shortened } from './characters';
export { complementFaults } from './review-complement';
export { sumConceptos, totalOf } from './sums';
export type { Sums } from './sums';
export type { TimbreRequest } from './timbre';
export type { Timbre } from './timbre-grammar';
export type { Written } from './write';
export { writeNode } from './write-raw';
export { XmlError, readXml } from './xml';
export type { ReadLimits, XmlNode } from './xml';
export type { ReviewOptions, Taxpayer } from './review';
export { validateComprobante } from './validate';
export { periodBetween } from './validate-nomina-parties';
export { complementOfKey, validateRetenciones } from './validate-retenciones';
export { verifyComprobante } from './verify';
export { verifyRetenciones } from './verify-retenciones';
export { verifyComprobante33 } from './verify33';
export type { Verdict, VerifyOptions } from './verify';
export { verifyTimbre } from './verify-timbre';
export type { PacCertificates, StampState } from './verify-timbre';
export { xmlNode } from './xml';
