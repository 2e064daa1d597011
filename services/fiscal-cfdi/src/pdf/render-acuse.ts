import { paperWords, type PaperLanguage, type PaperWords } from '@timbre/fiscal';
import type { Acuse } from '../domain/cancelling/acuse';
import type { Branding } from '../domain/set-up/branding';
import { drawTitle } from './fields';
import { dateTime } from './format';
import { drawHead, drawIdentity } from './head';
import { drawLines } from './paragraphs';
import { Sheet } from './sheet';
import { drawTable } from './table';

/** The data of a printed acuse: the acuse of a cancellation and the issuer's name. */
export interface PrintedAcuse {
  readonly acuse: Acuse;
  readonly issuerName: string;
  readonly branding?: Branding;
  readonly isSandbox?: boolean;
  readonly language?: PaperLanguage;
}

/**
 * Returns the SAT's code with its meaning. The code of a withholding document is the corresponding CFDI
 * code plus one thousand.
 */
const statusOf = (code: string, { acuse: words }: PaperWords): string => {
  const meanings: Readonly<Record<string, string>> = { '201': words.received, '202': words.before };
  const meaning = meanings[code.replace(/^1(?=2\d\d$)/, '')];
  return meaning === undefined ? code : `${code} – ${meaning}`;
};

/** Renders an acuse as a PDF on letter paper. The same input returns the same file, byte for byte. */
export function renderAcuse(input: PrintedAcuse): Promise<Uint8Array> {
  const { acuse, issuerName, branding, isSandbox = false, language = 'es' } = input;
  const words = paperWords(language);
  const { legend, authority, requestedAt, satCertificate, status } = words.acuse;
  const title = words.title.acuse;
  const { issuerRfc, datedLocal, folios, seal, keyName } = acuse;
  const dated = datedLocal.slice(0, 19);
  const sheet = new Sheet({
    title: `${title} – ${issuerName}`,
    runningHead: [issuerName, issuerRfc, title].join('  ·  '),
    legend,
    dated,
    isSandbox,
    language,
    ...(branding && { branding }),
  });
  drawHead(sheet, {
    issuerName,
    issuerLines: [`RFC ${issuerRfc}`],
    title,
    number: undefined,
    kind: authority,
    logo: branding?.logo,
  });
  drawIdentity(sheet, [
    { label: requestedAt, value: dateTime(dated), share: 0.5 },
    { label: satCertificate, value: keyName ?? '', share: 0.5 },
  ]);
  drawTable(sheet, {
    columns: [{ title: words.stamp.uuid, width: 250 }, { title: status }],
    rows: folios.map((folio) => [folio.uuid, statusOf(folio.status, words)]),
  });
  if (seal !== undefined) {
    sheet.y += 10;
    drawTitle(sheet, words.stamp.satSeal);
    drawLines(sheet, sheet.pen.wrap(seal, sheet.width, sheet.style(6.5)));
  }
  return sheet.finish();
}
