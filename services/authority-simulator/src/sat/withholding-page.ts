import { centralTime } from '../clock';
import type { Stamp } from '../store/stamps';
import { escapeXml } from '../xml/escape';
import { isCanceled, visibleStamp, type CancellationDesk } from './cancellation';

/** The fields of the SAT's web form for withholding documents. */
export interface WithholdingQuery {
  readonly uuid: string;
  readonly issuerRfc: string;
  /** The RFC of the receiver; empty for a foreign receiver. */
  readonly receiverRfc: string;
}

const NOT_FOUND =
  '<div class="noresultados"><h3>Este comprobante no se encuentra registrado en los controles' +
  ' del Servicio de Administración Tributaria.</h3></div>\n';

/**
 * Returns the HTML fragment of prodretencionverificacion.clouda.sat.gob.mx. For withholding documents the
 * SAT has only this web page and no web service. The structure of the page comes from
 * phpcfdi/sat-estado-retenciones, read 2026-11-21.
 */
export function withholdingPage(desk: CancellationDesk, asked: WithholdingQuery): string {
  const stamp = visibleStamp(desk, asked.uuid);
  if (!stamp || !isOf(stamp, asked)) return NOT_FOUND;
  const { document } = stamp;
  const rows = [
    [
      ['RFC del Emisor', document.issuerRfc],
      ['Nombre o Raz&oacute;n Social del Emisor', document.issuerName],
      ['RFC del Receptor', document.receiverRfc],
      ['Nombre o Raz&oacute;n Social del Receptor', document.receiverName],
    ],
    [
      ['Folio Fiscal', stamp.uuid.toUpperCase()],
      ['Fecha de Expedici&oacute;n', document.issuedAt],
      ['Fecha Certificaci&oacute;n SAT', centralTime(stamp.stampedAt)],
      ['PAC que Certific&oacute;', stamp.pac],
    ],
    [
      ['Total del CFDI Retenci&oacute;n', `$${document.total}`],
      ['Estado CFDI Retenci&oacute;n', isCanceled(desk, stamp.uuid) ? 'Cancelado' : 'Vigente'],
    ],
  ] as const;
  return `<table id="tbl_resultado">${rows.map(writeRow).join('')}</table>\n<input hidden="hidden" id="efosEstatus" value="200" />\n`;
}

const isOf = ({ document }: Stamp, { issuerRfc, receiverRfc }: WithholdingQuery): boolean =>
  document.family === 'retenciones' &&
  document.issuerRfc === issuerRfc &&
  document.receiverRfc === receiverRfc;

/** Returns a row of labels above a row of values. The labels already contain HTML entities. */
function writeRow(fields: readonly (readonly [label: string, value: string])[]): string {
  const labels = fields.map(([label]) => `<th>\n${label}\n</th>`).join('');
  const values = fields.map(([, value]) => `<td>\n<span>${escapeXml(value)}</span>\n</td>`);
  return `<tr>${labels}</tr><tr>${values.join('')}</tr>`;
}
