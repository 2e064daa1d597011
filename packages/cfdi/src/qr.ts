import type { Decimal } from '@timbre/fiscal';
import type { Comprobante } from './comprobante';
import { escapeXml } from './characters';
import type { Retenciones } from './retenciones';

/*
 * Source: the technology standard of the two-dimensional bar code in Anexo 20, as implemented in
 * phpcfdi/cfdi-expresiones (read 2026-11-21).
 */
const CFDI_PAGE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
const RETENCIONES_PAGE = 'https://prodretencionverificacion.clouda.sat.gob.mx/';

/**
 * Returns the query with which the SAT's page finds a stamped CFDI. The function throws RangeError
 * for an unstamped document.
 */
export function expresionImpresa(document: Comprobante): string {
  const { emisor, receptor, total } = document;
  return expression(document, [
    ['re', escapeXml(emisor.rfc)],
    ['rr', escapeXml(receptor.rfc)],
    ['tt', shortTotal(total)],
  ]);
}

/**
 * Returns the URL in the QR code of a printed CFDI. The function throws RangeError for an unstamped
 * document.
 */
export function qrUrl(document: Comprobante): string {
  return `${CFDI_PAGE}${expresionImpresa(document)}`;
}

/** Returns the URL in the QR code of a printed withholding document. */
export function retencionesQrUrl(document: Retenciones): string {
  const { nacional, extranjero } = document.receptor;
  const receiver: readonly [string, string] = nacional
    ? ['rr', escapeXml(nacional.rfcR)]
    : ['nr', (extranjero?.numRegIdTribR ?? '').padStart(20, '0')];
  const parameters = expression(document, [
    ['re', escapeXml(document.emisor.rfcE)],
    receiver,
    ['tt', shortTotal(document.totales.montoTotOperacion)],
  ]);
  return `${RETENCIONES_PAGE}${parameters}`;
}

interface Stamped {
  readonly sello?: string;
  readonly complemento?: { readonly timbre?: { readonly uuid: string } };
}

function expression(document: Stamped, middle: readonly (readonly [string, string])[]): string {
  const uuid = document.complemento?.timbre?.uuid;
  if (uuid === undefined || document.sello === undefined) {
    throw new RangeError('only a stamped document has a verification page');
  }
  const pairs = [['id', uuid], ...middle, ['fe', document.sello.slice(-8)]];
  return `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`;
}

/**
 * Writes the total with up to six decimals without trailing zeros, but with at least one decimal,
 * as in "1160.0".
 */
function shortTotal(total: Decimal): string {
  const short = total.round(6).trimmed();
  return short.scale === 0 ? short.round(1).toString() : short.toString();
}
