import { checkStructure } from './check-structure';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import { comprobante33Element } from './comprobante33';
import type { Comprobante33 } from './comprobante33';
import type { ParsedDocument } from './document';
import type { Finding, Path } from './finding';
import { retencionesElement } from './retenciones';
import type { Retenciones } from './retenciones';
import { retenciones10Element } from './retenciones10';
import { validateSums } from './validate';
import { sealedFieldsOf10 } from './verify-retenciones';
import { reviewSums33 } from './verify33';
import { reviewSeal } from './verify-seal';
import type { SealedFields, SealReview } from './verify-seal';
import { reviewTimbre } from './verify-timbre';
import type { PacCertificates } from './verify-timbre';
import type { Timbre } from './timbre-grammar';

/** The findings in a document that was issued elsewhere and stamped by a PAC. */
export interface StampedReview {
  /**
   * Findings that prevent the import of the document: the issuer did not seal it, or its amounts
   * are unusable.
   */
  readonly findings: readonly Finding[];
  /** Schema violations that do not prevent reading the document. */
  readonly departures: readonly Finding[];
}

/**
 * Checks a stamped document before its import. The PAC has already checked structure and rules with
 * the schemas and catalogues of the stamping date. This function checks only that the document is
 * unchanged since its stamp (seal, certificate, stamp), that it can be stored, and that the sums
 * that determine balances are correct.
 */
export function verifyStamped(
  parsed: ParsedDocument,
  { pacCertificate }: { readonly pacCertificate?: PacCertificates },
): StampedReview {
  const { structure, sums, sealed, timbre } = partsOf(parsed);
  const departures = [...parsed.findings, ...structure];
  const decisive = departures.filter(({ path }) => isDecisive(path));
  const isCountable = decisive.length === 0;
  return {
    findings: [
      ...decisive,
      ...(isCountable ? sums().filter(isBalanced) : []),
      ...sealFindings(reviewSeal(parsed.root, sealed), sealed.rfc),
      ...reviewTimbre(timbre, sealed.sello, pacCertificate).findings,
    ],
    departures: departures.filter(({ path }) => !isDecisive(path)),
  };
}

interface Parts {
  readonly structure: readonly Finding[];
  readonly sums: () => readonly Finding[];
  readonly sealed: SealedFields;
  readonly timbre: Timbre | undefined;
}

function partsOf(parsed: ParsedDocument): Parts {
  const { document } = parsed;
  const timbre = document.complemento?.timbre;
  switch (parsed.kind) {
    case 'comprobante':
      return {
        structure: checkStructure(comprobanteElement, parsed.document),
        sums: () => validateSums(parsed.document),
        sealed: sealedFieldsOf(parsed.document),
        timbre,
      };
    case 'comprobante33':
      return {
        structure: checkStructure(comprobante33Element, parsed.document),
        sums: () => reviewSums33(parsed.document),
        sealed: sealedFieldsOf(parsed.document),
        timbre,
      };
    case 'retenciones':
      return {
        structure: checkStructure(retencionesElement, parsed.document),
        sums: () => [],
        sealed: sealedFieldsOfRetenciones(parsed.document),
        timbre,
      };
    case 'retenciones10':
      return {
        structure: checkStructure(retenciones10Element, parsed.document),
        sums: () => [],
        sealed: sealedFieldsOf10(parsed.document),
        timbre,
      };
  }
}

/** Returns the fields of a CFDI that the seal check needs. */
function sealedFieldsOf(document: Comprobante | Comprobante33): SealedFields {
  const { emisor, fecha, sello, certificado, noCertificado } = document;
  return { sello, certificado, noCertificado, fecha, rfc: emisor.rfc };
}

/** Returns the fields of a withholding document that the seal check needs. */
function sealedFieldsOfRetenciones(document: Retenciones): SealedFields {
  const { emisor, fechaExp: fecha, sello, certificado, noCertificado } = document;
  return { sello, certificado, noCertificado, fecha, rfc: emisor.rfcE };
}

/**
 * The fields that must be valid so that a document can be stored: identity, parties, dates,
 * currency and amounts. Faults in other fields are only warnings: the document may follow another
 * version of the schema, or this reader may be stricter than the schema.
 */
const DECISIVE = [
  /^(fecha|fechaExp|moneda|tipoCambio|subTotal|descuento|total|tipoDeComprobante|cveRetenc)$/,
  /^(lugarExpedicion|emisor\.rfcE?|receptor\.rfc|receptor\.nacional\.rfcR)$/,
  /^(lugarExpRetenc|receptor|receptor\.nacionalidadR|(periodo|totales)\.\w+(\.\d+\.\w+)?)$/,
  /^cfdiRelacionados\.\d+\.cfdiRelacionado\.\d+\.uuid$/,
  /^complemento\.timbre(\.(version|uuid|fechaTimbrado|selloCfd|selloSat|noCertificadoSat))?$/,
  /^complemento\.(pagos|pagos10|nominas)\.\d+\.[^:]*$/,
];

const isDecisive = (path: Path): boolean => {
  const place = path.join('.');
  return DECISIVE.some((places) => places.test(place));
};

/**
 * The fields with the sums that determine balances. The PAC has checked all other sums and the
 * rules of the matrix, possibly with other versions of the rules than this package.
 */
const BALANCED = ['subTotal', 'descuento', 'total'];

const isBalanced = ({ path }: Finding): boolean =>
  path.length === 1 && BALANCED.includes(String(path[0]));

/**
 * The RFC of the SAT. The SAT itself seals the documents of natural persons who use its tool Mis
 * Cuentas (from memory, without a copy of the rule).
 */
const SAT_RFC = 'SAT970701NN3';
const PERSON_RFC_LENGTH = 13;

/**
 * Returns the findings about the seal, except for two kinds of valid seals that do not use the
 * issuer's CSD. In the SAT's own application, a natural person may seal with the FIEL (RMF 2023:
 * e.firma or CSD, by 2gr.com.mx). For some natural persons, the SAT itself seals their documents.
 */
function sealFindings({ findings, certificate }: SealReview, rfc: string): readonly Finding[] {
  return findings.filter(({ code }) => {
    if (rfc.length !== PERSON_RFC_LENGTH) return true;
    return code === '303' ? certificate?.rfc !== SAT_RFC : code !== '306';
  });
}
