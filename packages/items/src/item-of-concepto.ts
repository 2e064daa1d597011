import type { Concepto, RetencionConcepto, Traslado } from '@timbre/cfdi';
import { taxCodes, taxNameOf } from '@timbre/fiscal';
import { componentOfParte } from './component';
import { lineOf, sumsOf, type PricedItem } from './priced';

const { IVA, IEPS } = taxCodes;

/** Converts a concept of a document from another system to an item with the same amounts. */
export function itemOfConcepto(concepto: Concepto): PricedItem {
  const { traslados = [], retenciones = [] } = concepto.impuestos ?? {};
  const { informacionAduanera, cuentaPredial, aCuentaTerceros: third, parte } = concepto;
  const ieps = traslados.filter(({ impuesto }) => impuesto === IEPS);
  return {
    kind: 'custom',
    sku: concepto.noIdentificacion,
    description: concepto.descripcion,
    satProductCode: concepto.claveProdServ,
    satUnitCode: concepto.claveUnidad,
    unitName: concepto.unidad,
    quantity: concepto.cantidad.toString(),
    unitPrice: concepto.valorUnitario.toString(),
    discount: concepto.descuento?.toString(),
    ...ivaOf(traslados.find(({ impuesto }) => impuesto === IVA)),
    ...(ieps.length > 0 && { taxes: ieps.map(iepsOf) }),
    ...(retenciones.length > 0 && { withholdings: retenciones.map(withholdingOf) }),
    taxObject: concepto.objetoImp,
    ...(cuentaPredial && { propertyTaxAccounts: cuentaPredial.map(({ numero }) => numero) }),
    ...(informacionAduanera && {
      customsNumbers: informacionAduanera.map(({ numeroPedimento }) => numeroPedimento),
    }),
    ...(third && {
      thirdParty: {
        rfc: third.rfcACuentaTerceros,
        legalName: third.nombreACuentaTerceros,
        taxSystem: third.regimenFiscalACuentaTerceros,
        postalCode: third.domicilioFiscalACuentaTerceros,
      },
    }),
    ...(parte && { components: parte.map(componentOfParte) }),
    ...sumsOf(concepto),
  };
}

function ivaOf(line: Traslado | undefined): Pick<PricedItem, 'taxability' | 'taxRate'> {
  if (!line) return {};
  if (line.tipoFactor === 'Exento') return { taxability: 'exempt' };
  const { tasaOCuota: rate } = line;
  return {
    taxability: rate?.isZero() ? 'zero' : 'standard',
    ...(rate && { taxRate: rate.toString() }),
  };
}

const rateOf = ({ tasaOCuota }: Traslado) => tasaOCuota?.toString() ?? '0';

const iepsOf = (line: Traslado) => ({
  type: 'IEPS',
  factor: line.tipoFactor,
  rate: rateOf(line),
  ...lineOf(line),
});

const withholdingOf = (line: RetencionConcepto) => ({
  type: taxNameOf(line.impuesto) ?? line.impuesto,
  rate: rateOf(line),
  ...lineOf(line),
});
