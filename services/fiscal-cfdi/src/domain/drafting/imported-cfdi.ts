import { say } from '@timbre/api';
import {
  parseDocument,
  STRUCTURE,
  StructureError,
  UNREAD_VERSION,
  verifyStamped,
  XmlError,
  type Comprobante,
  type Comprobante33,
  type Concepto,
  type Finding,
  type PacCertificates,
  type ParsedDocument,
  type Receptor,
} from '@timbre/cfdi';
import { Decimal, type Issue } from '@timbre/fiscal';
import {
  cfdiTypes,
  type CfdiKind,
  type ComplementFacts,
  type Customer,
  type DraftInput,
  type PaidDocument,
  type PaidTax,
  type PaymentFacts,
  type PaymentOfComplement,
} from './draft';
import { withFurther } from '../payments/payments-of';
import { payrollFacts } from '../receipts/payroll';
import { itemOfConcepto } from '@timbre/items';
import {
  readDocumentComplements,
  readItemComplements,
  unreadComplements,
  unreadWithholdingComplements,
} from '../complements/read-complements';
import { documentTaxes } from './document-taxes';
import { paidIn33 } from './imported-pagos10';
import {
  withholdingDirection,
  type ImportedWithholding,
} from '../withholdings/imported-withholding';
import { stampIn, type StampFacts } from '../stamping/stamp-of';

/** A CFDI of another system that the organization issued or received. */
export interface ImportedCfdi {
  direction: 'issued' | 'received';
  kind: CfdiKind;
  /** In a CFDI 3.3, the payments are in the complement Pagos 1.0. */
  document: Comprobante & Pick<Comprobante33, 'complemento'>;
  stamp: StampFacts;
  warnings: Issue[];
}

/**
 * Reads the XML of a stamped CFDI 4.0 or 3.3, or of Retenciones 2.0 or 1.0, and returns either the
 * document or all its faults. A document that departs from the schema but can be read is returned
 * with warnings.
 * - xml_invalid: the file is not XML, or parsing its XML would not be safe
 * - document_invalid: the document deviates so far from the SAT's schema that its contents or amounts cannot
 *   be read
 * - version_not_read: Timbre does not read this version of CFDI or Retenciones
 * - not_stamped
 * - seal_invalid: the seal, the certificate or the stamp belongs to another document, taxpayer or time, or
 *   the PAC named in the stamp did not sign it
 * - not_of_organization: your organization neither issued nor received this document
 * - schema_departure: the document does not follow the SAT's schema, but a PAC stamped it (warning)
 * - pac_not_known: the PAC's certificate is unknown, so the signature of the stamp was not checked (warning)
 * - issuer_certificate_not_trusted: no known authority of the SAT issued the issuer's certificate (warning)
 */
export function readImport(
  xml: Uint8Array,
  rfc: string,
  authorities: Authorities,
): ImportedCfdi | ImportedWithholding | { issues: Issue[] } {
  let parsed;
  try {
    parsed = parseDocument(xml);
  } catch (error) {
    if (error instanceof XmlError) return { issues: [fault('xml_invalid', error.message)] };
    if (error instanceof StructureError) return { issues: error.findings.map(faultOf) };
    throw error;
  }
  const { findings, departures } = verifyStamped(parsed, authorities);
  const issues = findings.map(faultOf);
  const warnings = [
    ...departures.map(({ message, path }) => fault('schema_departure', message, path)),
    ...unvouched(parsed, authorities),
  ];
  const { sello, noCertificado, complemento } = parsed.document;
  const timbre = complemento?.timbre;
  if (!timbre) issues.push(fault('not_stamped', 'The document has no stamp.'));
  const imported = sideOf(parsed, rfc);
  if (!imported) {
    const message = `The document was neither issued nor received by ${rfc}.`;
    issues.push(fault('not_of_organization', message));
  }
  if (issues.length > 0 || !imported) return { issues };
  const unreadNames =
    'kind' in imported
      ? unreadComplements(imported.document)
      : unreadWithholdingComplements(imported.document);
  warnings.push(...unreadNames.map(unread));
  const stamp = stampIn({ sello, noCertificado, timbre });
  if (!stamp)
    return { issues: [fault('seal_invalid', 'The stamp does not belong to this document.')] };
  return { ...imported, stamp, warnings };
}

/** The certificate authorities that an import trusts. */
export interface Authorities {
  pacCertificate: PacCertificates;
  /**
   * Returns whether an authority of the SAT issued a certificate; absent where test certificates
   * are accepted.
   */
  isIssued?: ((der: Uint8Array) => boolean) | undefined;
}

/**
 * Returns warnings about an unknown certificate: the issuer's certificate comes from an older
 * authority of the SAT, or the PAC's certificate is not in the list.
 */
function unvouched(
  { document }: ParsedDocument,
  { pacCertificate, isIssued = () => true }: Authorities,
): Issue[] {
  const { certificado = '', complemento } = document;
  const number = complemento?.timbre?.noCertificadoSat;
  const warnings: Issue[] = [];
  if (number !== undefined && !pacCertificate(number)) {
    const message = `The certificate ${number} of the PAC is not known here; its signature is not checked.`;
    warnings.push(fault('pac_not_known', message, ['complemento', 'timbre', 'noCertificadoSat']));
  }
  if (!isIssued(Buffer.from(certificado, 'base64'))) {
    const message = 'No authority of the SAT that is known here has issued this certificate.';
    warnings.push(fault('issuer_certificate_not_trusted', message, ['certificado']));
  }
  return warnings;
}

const unread = (name: string): Issue =>
  fault(
    'schema_departure',
    `The schema of ${name} has its content differently; only the XML and the PDF show it.`,
    ['complemento'],
  );

type Sided = Pick<ImportedCfdi, 'direction' | 'kind' | 'document'>;
type SidedWithholding = Pick<ImportedWithholding, 'direction' | 'document'>;

/**
 * Returns the document with the organization's role, issuer or receiver; undefined if the
 * organization has no role in it.
 */
function sideOf(parsed: ParsedDocument, rfc: string): Sided | SidedWithholding | undefined {
  if (parsed.kind === 'retenciones' || parsed.kind === 'retenciones10') {
    const { document } = parsed;
    const direction = withholdingDirection(document, rfc);
    return direction && { direction, document };
  }
  // The cast is needed because a CFDI 3.3 lacks some members of the CFDI 4.0 model. The code that follows
  // the cast does not read the missing members.
  const document = parsed.document as Comprobante & Comprobante33;
  const kind = kindOf(document);
  const direction = directionOf(document, rfc);
  // The kind is undefined for an unknown TipoDeComprobante. The document check reports an unknown
  // TipoDeComprobante.
  return direction && { direction, kind: kind!, document };
}

const fault = (code: string, message: string, path: Finding['path'] = []): Issue => ({
  path: ['xml', ...path],
  code,
  message,
});

/** The SAT's and the PACs' codes for faults of the seal, the certificate and the stamp. */
const sealCodes = ['CFDI40102', 'CFDI40106', '302', '303', '305', '306', 'TFD'];

/**
 * Converts a finding that prevents an import to an issue. If a sum is wrong, the issue has the code
 * of the SAT's matrix.
 */
function faultOf({ code, path, message }: Finding): Issue {
  if (code === STRUCTURE) {
    const place =
      path.length > 0 ? path.join('.') : { en: 'its root element', es: 'su elemento raíz' };
    const said = say('import_unreadable', { words: message, place });
    return { path: ['xml', ...path], code: 'document_invalid', ...said };
  }
  if (code === UNREAD_VERSION) return fault('version_not_read', message);
  if (sealCodes.includes(code)) return fault('seal_invalid', message, path);
  return fault(code, message, path);
}

function kindOf({ tipoDeComprobante }: Comprobante): CfdiKind | undefined {
  const kinds = Object.entries(cfdiTypes) as [CfdiKind, string][];
  return kinds.find(([, type]) => type === tipoDeComprobante)?.[0];
}

function directionOf({ emisor, receptor }: Comprobante, rfc: string) {
  if (emisor.rfc === rfc) return 'issued';
  return receptor.rfc === rfc ? 'received' : undefined;
}

/**
 * Converts the fields of an imported document to a draft's input. The items are stored in their own
 * column.
 */
function importedInput(kind: CfdiKind, document: Comprobante): DraftInput {
  const { cfdiRelacionados = [], informacionGlobal, confirmacion, receptor } = document;
  const complements = readDocumentComplements(document);
  return {
    kind,
    items: [],
    cfdiUse: receptor.usoCfdi,
    ...(cfdiRelacionados.length > 0 && {
      relations: {
        relatedDocuments: cfdiRelacionados.map(({ tipoRelacion, cfdiRelacionado }) => ({
          relationship: tipoRelacion,
          documents: cfdiRelacionado.map(({ uuid }) => uuid.toLowerCase()),
        })),
      },
    }),
    ...(informacionGlobal && {
      globalPeriod: {
        periodicity: informacionGlobal.periodicidad,
        months: informacionGlobal.meses,
        year: informacionGlobal.año,
      },
    }),
    ...(confirmacion !== undefined && { confirmation: confirmacion }),
    ...(complements && { complements }),
  };
}

/** Returns the values of the database columns for an imported document. */
export function importedColumns({ direction, kind, document, stamp, warnings }: ImportedCfdi) {
  const { uuid, sello: _, ...stampColumns } = stamp;
  const counterparty = direction === 'issued' ? document.receptor : document.emisor;
  const { descuento, tipoCambio } = document;
  return {
    direction,
    kind,
    input: importedInput(kind, document),
    cfdiType: cfdiTypes[kind],
    uuid,
    stamp: stampColumns,
    customer: kind === 'payroll' ? null : receiverOf(document),
    counterpartyRfc: counterparty.rfc,
    // The receiver's name is optional in CFDI 3.3.
    counterpartyName: (counterparty.nombre as string | undefined) ?? null,
    series: document.serie ?? null,
    externalFolio: document.folio ?? null,
    currency: document.moneda,
    exchangeRate: tipoCambio?.toString() ?? null,
    subtotal: document.subTotal.toString(),
    discount: descuento?.toString() ?? null,
    total: document.total.toString(),
    taxes: importedTaxes(document),
    items: document.conceptos.map(importedItem),
    ...importedPayment(kind, document),
    ...importedComplement(document),
    payroll: payrollFacts(document),
    placeOfIssue: document.lugarExpedicion,
    exportation: (document.exportacion as string | undefined) ?? '01',
    issuedLocal: document.fecha,
    datedOn: document.fecha.slice(0, 10),
    warnings: warnings.length > 0 ? warnings : null,
  };
}

function importedItem(concepto: Concepto) {
  const complements = readItemComplements(concepto);
  return { ...itemOfConcepto(concepto), ...(complements && { complements }) };
}

/**
 * Returns the receiver of an imported document, in the form of a draft's customer. CFDI 3.3
 * requires only the RFC of the receiver.
 */
function receiverOf({ receptor }: Comprobante): Customer {
  const { rfc, nombre, regimenFiscalReceptor, domicilioFiscalReceptor }: Partial<Receptor> =
    receptor;
  return {
    legalName: nombre ?? '',
    rfc,
    taxSystem: regimenFiscalReceptor,
    postalCode: domicilioFiscalReceptor,
    taxResidence: receptor.residenciaFiscal,
    foreignTaxId: receptor.numRegIdTrib,
  };
}

/**
 * Returns the taxes of an imported document, in the form of a draft's taxes. CFDI 3.3 has no bases
 * in its tax summary, so the bases are set to zero.
 */
function importedTaxes({ impuestos, complemento }: Comprobante) {
  const traslados = impuestos?.traslados?.map((line) => ({
    ...line,
    base: (line.base as Decimal | undefined) ?? Decimal.zero,
  }));
  const summary = impuestos && { ...impuestos, ...(traslados && { traslados }) };
  return documentTaxes({
    ...(summary && { impuestos: summary }),
    ...(complemento && { complemento }),
  });
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

function importedPayment(kind: CfdiKind, document: Comprobante): Nullable<PaymentFacts> {
  const isPaid = kind === 'income' || kind === 'credit_note';
  const { metodoPago, formaPago, condicionesDePago } = document;
  const isDeferred = metodoPago === 'PPD';
  return {
    paymentTiming: isPaid ? (isDeferred ? 'deferred_or_installments' : 'single_payment') : null,
    formCode: isPaid ? (formaPago ?? null) : null,
    methodCode: isPaid ? (isDeferred ? 'PPD' : 'PUE') : null,
    dueDate: null,
    conditions: isPaid ? (condicionesDePago ?? null) : null,
    settlementTerms: null,
  };
}

/** Returns the payments of an imported document, from Pagos 2.0, or from Pagos 1.0 in a CFDI 3.3. */
function importedComplement({ complemento }: ImportedCfdi['document']): {
  complement: ComplementFacts | null;
  paidDocuments: PaidDocument[] | null;
} {
  const payments = [
    ...(complemento?.pagos ?? []).flatMap(({ pago }) => pago),
    ...paidIn33(complemento?.pagos10 ?? []),
  ];
  const [first, ...further] = payments.map(paymentOf);
  if (!first) return { complement: null, paidDocuments: null };
  return {
    complement: withFurther(first, further),
    paidDocuments: payments.flatMap(({ doctoRelacionado }, position) =>
      doctoRelacionado.map((docto) => ({
        ...paidOf(docto),
        ...(position > 0 && { payment: position }),
      })),
    ),
  };
}

type Pago = NonNullable<NonNullable<Comprobante['complemento']>['pagos']>[number]['pago'][number];

function paymentOf(pago: Pago): PaymentOfComplement {
  const { rfcEmisorCtaOrd, nomBancoOrdExt, ctaOrdenante, rfcEmisorCtaBen, ctaBeneficiario } = pago;
  const { tipoCadPago, certPago = '', cadPago = '', selloPago = '' } = pago;
  const hasPayer = rfcEmisorCtaOrd ?? nomBancoOrdExt ?? ctaOrdenante;
  const hasPayee = rfcEmisorCtaBen ?? ctaBeneficiario;
  return {
    formCode: pago.formaDePagoP,
    paidLocalDateTime: pago.fechaPago,
    operationNumber: pago.numOperacion,
    ...(hasPayer && {
      payerBank: { rfc: rfcEmisorCtaOrd, name: nomBancoOrdExt, account: ctaOrdenante },
    }),
    ...(hasPayee && { payeeBank: { rfc: rfcEmisorCtaBen, account: ctaBeneficiario } }),
    ...(tipoCadPago && {
      paymentChain: { type: tipoCadPago, certificate: certPago, chain: cadPago, seal: selloPago },
    }),
    amount: pago.monto.toString(),
    currency: pago.monedaP,
    exchangeRate: (pago.tipoCambioP ?? Decimal.one).toString(),
  };
}

type Docto = Pago['doctoRelacionado'][number];

function paidOf(docto: Docto): PaidDocument {
  const { retencionesDr = [], trasladosDr = [] } = docto.impuestosDr ?? {};
  const taxOf =
    (kind: PaidTax['kind']) =>
    (line: (typeof trasladosDr)[number]): PaidTax => ({
      kind,
      tax: line.impuestoDr,
      factor: line.tipoFactorDr,
      ...(line.tasaOCuotaDr && { rate: line.tasaOCuotaDr.toString() }),
      base: line.baseDr.toString(),
    });
  return {
    uuid: docto.idDocumento.toLowerCase(),
    series: docto.serie,
    folio: docto.folio,
    currency: docto.monedaDr,
    exchangeRate: docto.equivalenciaDr?.toString(),
    installment: docto.numParcialidad,
    previousBalance: docto.impSaldoAnt.toString(),
    amount: docto.impPagado.toString(),
    taxObject: docto.objetoImpDr,
    taxes: [...trasladosDr.map(taxOf('traslado')), ...retencionesDr.map(taxOf('retencion'))],
  };
}
