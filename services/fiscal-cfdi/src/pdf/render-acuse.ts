import type { Acuse } from '../domain/cancelling/acuse';
import type { Branding } from '../domain/set-up/branding';
import { drawTitle } from './fields';
import { dateTime } from './format';
import { drawHead, drawIdentity } from './head';
import { drawLines } from './paragraphs';
import { Sheet } from './sheet';
import { drawTable } from './table';

/** The acknowledgement of a cancellation, with the issuer's name. */
export interface PrintedAcuse {
  readonly acuse: Acuse;
  readonly issuerName: string;
  readonly branding?: Branding;
  readonly isSandbox?: boolean;
}

const title = 'Acuse de cancelación';
const legend = 'Impresión del acuse que el SAT entregó; el acuse con validez es el archivo XML';

/** The codes of withholding documents are higher by one thousand. */
const words: Readonly<Record<string, string>> = {
  '201': 'Solicitud de cancelación recibida',
  '202': 'Solicitada o cancelada previamente',
};

const statusOf = (code: string): string => {
  const meaning = words[code.replace(/^1(?=2\d\d$)/, '')];
  return meaning === undefined ? code : `${code} – ${meaning}`;
};

/** The acuse on letter paper. The same input gives the same bytes. */
export function renderAcuse(input: PrintedAcuse): Promise<Uint8Array> {
  const { acuse, issuerName, branding, isSandbox = false } = input;
  const { issuerRfc, datedLocal, folios, seal, keyName } = acuse;
  const dated = datedLocal.slice(0, 19);
  const sheet = new Sheet({
    title: `${title} – ${issuerName}`,
    runningHead: [issuerName, issuerRfc, title].join('  ·  '),
    legend,
    dated,
    isSandbox,
    ...(branding && { branding }),
  });
  drawHead(sheet, {
    issuerName,
    issuerLines: [`RFC ${issuerRfc}`],
    title,
    number: undefined,
    kind: 'Servicio de Administración Tributaria',
    logo: branding?.logo,
  });
  drawIdentity(sheet, [
    { label: 'Fecha y hora de la solicitud', value: dateTime(dated), share: 0.5 },
    { label: 'No. de serie del certificado del SAT', value: keyName ?? '', share: 0.5 },
  ]);
  drawTable(sheet, {
    columns: [{ title: 'Folio fiscal (UUID)', width: 250 }, { title: 'Estatus' }],
    rows: folios.map(({ uuid, status }) => [uuid, statusOf(status)]),
  });
  if (seal !== undefined) {
    sheet.y += 10;
    drawTitle(sheet, 'Sello digital del SAT');
    drawLines(sheet, sheet.pen.wrap(seal, sheet.width, sheet.style(6.5)));
  }
  return sheet.finish();
}
