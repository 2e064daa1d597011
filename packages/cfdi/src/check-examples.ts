import {
  checkExamples,
  Decimal,
  figureOn,
  receiverKinds,
  taxActivities,
  taxCodes,
  withholdingsOf,
} from '@timbre/fiscal';
import type { ExamplesCheck, JsonReader } from '@timbre/fiscal';
import type { Comprobante, Concepto, Traslado } from './comprobante';
import { computeComprobante } from './compute';
import type { ConceptoInput, TaxInput } from './compute-concepto';
import type { LocalTaxInput } from './compute-local-taxes';

const { IVA, IEPS } = taxCodes;

/**
 * Computes every example in a file of taxed sales and compares each expected amount with the
 * computed amount.
 */
export function checkTaxExamples(file: unknown): ExamplesCheck {
  const remarks = ['title', 'basis', 'totalIfExactTwoThirds', 'totalIfLinesInCents'];
  return checkExamples(file, { remarks, unordered: taxLists, read: readSale, actualOf: shown });
}

/** The order of the taxes in these lists does not matter. */
const taxLists = ['transfers', 'withholdings', 'local'];

interface Sale {
  readonly document: Comprobante;
  readonly local: readonly LocalTaxInput[];
}

function readSale(reader: JsonReader): Sale {
  const parties = readParties(reader);
  const items = reader.objects('items').map((item) => readItem(item, parties));
  const local = reader.objects('local').map((tax) => readLocalTax(tax, items));
  reader.end();
  const document = computeComprobante({
    fecha: `${parties.date}T12:00:00`,
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: 'MXN',
    currencyDecimals: 2,
    lugarExpedicion: '06000',
    emisor: { rfc: '', nombre: '', regimenFiscal: parties.issuer.regime },
    receptor: noReceptor,
    conceptos: items.map(({ concepto }) => concepto),
    localTaxes: local,
  });
  return { document, local };
}

/**
 * A receiver for the computed document. The fields of the receiver can be empty, because the
 * amounts do not depend on the receiver.
 */
const noReceptor = {
  rfc: '',
  nombre: '',
  domicilioFiscalReceptor: '',
  regimenFiscalReceptor: '',
  usoCfdi: '',
};

function readParties(reader: JsonReader) {
  const date = reader.date('date');
  const issuer = reader.child('issuer');
  const kind = issuer.choice('person', ['fisica', 'moral'] as const);
  const regime = issuer.text('regime');
  issuer.end();
  const receiver = reader.child('receiver');
  const receiverKind = receiver.choice('kind', receiverKinds);
  const asksForIeps = receiver.raw('iepsTaxpayerAsks') === true;
  receiver.end();
  return { date, issuer: { kind, regime }, receiver: receiverKind, asksForIeps };
}

type Parties = ReturnType<typeof readParties>;
type Item = ReturnType<typeof readItem>;

function readItem(reader: JsonReader, { date, issuer, receiver, asksForIeps }: Parties) {
  const named = reader.text('activity');
  // Other activities are ignored, because no withholding rule exists for them.
  const activity = taxActivities.find((one) => one === named);
  const cantidad = reader.decimal('quantity');
  const valorUnitario = reader.decimal('unitPrice');
  const descuento = reader.optionalDecimal('discount');
  const iva = readIva(reader);
  const ieps = reader.has('ieps') ? readIeps(reader.child('ieps')) : undefined;
  const outOfBase = reader.has('fuel') ? quotaOf(reader, date)?.times(cantidad) : undefined;
  reader.end();
  const net = cantidad.times(valorUnitario).minus(descuento ?? Decimal.zero);
  const ivaRate = iva.tasaOCuota;
  const withheld = withholdingsOf({ date, issuer, receiver, activity, net, ivaRate });
  const taxes: TaxInput[] = [
    ...(ieps && asksForIeps ? [ieps] : []),
    { ...iva, ...(outOfBase && { outOfBase }) },
    ...withheld.map(({ tax, rate }) => ({
      ...({ kind: 'retencion', impuesto: taxCodes[tax], tipoFactor: 'Tasa' } as const),
      tasaOCuota: rate,
      ...(outOfBase && { outOfBase }),
    })),
  ];
  const concepto: ConceptoInput = {
    claveProdServ: '01010101',
    claveUnidad: 'ACT',
    descripcion: named,
    cantidad,
    valorUnitario,
    taxes,
    ...(descuento && { descuento }),
  };
  return { activity: named, net, concepto };
}

/** Returns the IVA rate of an example, or `exento`. */
function readIva(reader: JsonReader): TaxInput {
  const of = { kind: 'traslado', impuesto: IVA } as const;
  if (reader.raw('iva') === 'exento') return { ...of, tipoFactor: 'Exento' };
  return { ...of, tipoFactor: 'Tasa', tasaOCuota: reader.decimal('iva') };
}

const fuels = ['gasoline_below_91', 'gasoline_91', 'diesel'] as const;

/**
 * Returns the fixed IEPS per liter for the final sale of a fuel (LIEPS 2-A), in pesos: the amount
 * in the file or, by default, the amount in force on the date.
 */
function quotaOf(reader: JsonReader, date: string): Decimal | undefined {
  if (typeof reader.raw('fuel') === 'object') {
    const given = reader.child('fuel');
    const quota = given.decimal('quota');
    given.end();
    return quota;
  }
  const key = `ieps.sale_quota.${reader.choice('fuel', fuels)}` as const;
  const figure = figureOn(key, date)?.value;
  if (!figure) reader.problem('fuel', `has no quota on ${date}`);
  return figure && Decimal.from(figure.pesos);
}

function readIeps(reader: JsonReader): TaxInput {
  reader.text('category');
  const tipoFactor = reader.choice('factor', ['Tasa', 'Cuota'] as const);
  const tasaOCuota = reader.decimal('rate');
  const units = reader.optionalDecimal('units');
  reader.end();
  return { kind: 'traslado', impuesto: IEPS, tipoFactor, tasaOCuota, ...(units && { units }) };
}

function readLocalTax(reader: JsonReader, items: readonly Item[]): LocalTaxInput {
  const kind = reader.choice('kind', ['transfer', 'withholding'] as const);
  const activities = reader.raw('activities');
  const reached = Array.isArray(activities)
    ? items.filter(({ activity }) => activities.includes(activity))
    : items;
  const tax = {
    kind: kind === 'transfer' ? 'traslado' : 'retencion',
    nombre: reader.text('name'),
    tasa: reader.decimal('rate'),
    base: Decimal.sum(reached.map(({ net }) => net)),
  } as const;
  reader.end();
  return tax;
}

/** Returns a document in the format of the example files. */
function shown({ document, local }: Sale): object {
  const { subTotal, descuento, impuestos, total, conceptos } = document;
  return {
    subtotal: subTotal,
    discount: descuento,
    transfers: (impuestos?.traslados ?? []).map(shownTransfer).sort(byTax),
    withholdings: (impuestos?.retenciones ?? [])
      .map(({ impuesto, importe }) => ({ tax: impuesto, amount: importe }))
      .sort(byTax),
    local: shownLocal(document, local),
    total,
    lines: conceptos.map(shownLine),
  };
}

const byTax = (one: { tax: string }, other: { tax: string }) => one.tax.localeCompare(other.tax);

const shownTransfer = ({ impuesto, tipoFactor, tasaOCuota, base, importe }: Traslado) => ({
  tax: impuesto,
  factor: tipoFactor,
  rate: tasaOCuota,
  base,
  amount: importe,
});

function shownLine({ importe, descuento, objetoImp, impuestos }: Concepto): object {
  return {
    amount: importe,
    discount: descuento,
    taxObject: objetoImp,
    transfers: (impuestos?.traslados ?? []).map(shownTransfer),
    withholdings: (impuestos?.retenciones ?? []).map(shownTransfer),
  };
}

/** Returns the local taxes with their amounts, in the order of the input. */
function shownLocal({ complemento }: Comprobante, local: readonly LocalTaxInput[]): object[] {
  const { trasladosLocales = [], retencionesLocales = [] } = complemento?.impuestosLocales ?? {};
  const transferred = trasladosLocales.map(({ importe }) => importe);
  const withheld = retencionesLocales.map(({ importe }) => importe);
  return local.map(({ kind, nombre, tasa, base }) => ({
    name: nombre,
    kind: kind === 'traslado' ? 'transfer' : 'withholding',
    ratePercent: tasa,
    base,
    amount: kind === 'traslado' ? transferred.shift() : withheld.shift(),
  }));
}
