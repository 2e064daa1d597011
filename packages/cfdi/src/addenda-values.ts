import { Decimal } from '@timbre/fiscal';
import type { Comprobante, Concepto } from './comprobante';
import type { Timbre } from './timbre-grammar';

/**
 * The values for the placeholders of an addenda template. An empty text counts as a missing value.
 */
export interface AddendaValues {
  /** The values of the whole document, keyed by placeholder. */
  readonly document: Readonly<Record<string, string>>;
  /** The values of each concept, keyed by placeholder. */
  readonly lines: readonly Readonly<Record<string, string>>[];
}

type Read<Source> = Readonly<Record<string, (source: Source) => string | undefined>>;

interface StampedDocument {
  document: Comprobante;
  stamp: Pick<Timbre, 'uuid' | 'fechaTimbrado'>;
}

/**
 * Functions that read the values of a document, keyed by their API field names. Amounts are written
 * with the decimals that the document uses.
 */
const ofDocument: Read<StampedDocument> = {
  uuid: ({ stamp }) => stamp.uuid,
  series: ({ document }) => document.serie,
  folio: ({ document }) => document.folio,
  issuedOn: ({ document }) => document.fecha.slice(0, 10),
  issuedLocalDateTime: ({ document }) => document.fecha,
  stampedLocalDateTime: ({ stamp }) => stamp.fechaTimbrado,
  placeOfIssue: ({ document }) => document.lugarExpedicion,
  issuerRfc: ({ document }) => document.emisor.rfc,
  issuerName: ({ document }) => document.emisor.nombre,
  receiverRfc: ({ document }) => document.receptor.rfc,
  receiverName: ({ document }) => document.receptor.nombre,
  currency: ({ document }) => document.moneda,
  exchangeRate: ({ document }) => document.tipoCambio?.toString() ?? '1',
  formCode: ({ document }) => document.formaPago,
  methodCode: ({ document }) => document.metodoPago,
  subtotal: ({ document }) => document.subTotal.toString(),
  discount: ({ document }) => amountOf(document, document.descuento),
  taxAmount: ({ document }) => amountOf(document, document.impuestos?.totalImpuestosTrasladados),
  withheldAmount: ({ document }) => amountOf(document, document.impuestos?.totalImpuestosRetenidos),
  total: ({ document }) => document.total.toString(),
  lineCount: ({ document }) => String(document.conceptos.length),
};

const ofLine: Read<Concepto> = {
  sku: ({ noIdentificacion }) => noIdentificacion,
  satProductCode: ({ claveProdServ }) => claveProdServ,
  description: ({ descripcion }) => descripcion,
  quantity: ({ cantidad }) => cantidad.toString(),
  satUnitCode: ({ claveUnidad }) => claveUnidad,
  unitName: ({ unidad }) => unidad,
  unitPrice: ({ valorUnitario }) => valorUnitario.toString(),
  amount: ({ importe }) => importe.toString(),
};

/**
 * Writes an amount as text. An amount that is absent in the document is written as zero, with the
 * decimals of the subtotal.
 */
const amountOf = ({ subTotal }: Comprobante, amount = Decimal.zero): string =>
  amount.round(subTotal.scale).toString();

/** The names of the placeholders that the document fills. */
export const documentNames: ReadonlySet<string> = new Set(Object.keys(ofDocument));
/** The names of the placeholders in the section `lines` that a concept fills. */
export const lineNames: ReadonlySet<string> = new Set(['lineNumber', ...Object.keys(ofLine)]);

/**
 * Returns the values of a document for its addenda.
 * @param given the values from the caller, for placeholders that the document does not fill
 */
export function addendaValues(
  document: StampedDocument,
  given: Readonly<Record<string, string>> = {},
): AddendaValues {
  return {
    document: { ...given, ...valuesOf(ofDocument, document) },
    lines: document.document.conceptos.map((concepto, index) => ({
      lineNumber: String(index + 1),
      ...valuesOf(ofLine, concepto),
    })),
  };
}

const valuesOf = <Source>(read: Read<Source>, source: Source): Record<string, string> =>
  Object.fromEntries(Object.entries(read).map(([name, value]) => [name, value(source) ?? '']));
