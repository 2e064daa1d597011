import type { Timbre } from '@timbre/cfdi';
import type { PaperLanguage } from '@timbre/fiscal';
import { dateTime } from './format';
import { drawIdentity } from './head';
import { markOf } from './mark';
import { Sheet } from './sheet';
import { drawStamp } from './stamp-block';
import type { BesideXml } from '../domain/files/beside-xml';
import type { Branding } from '../domain/set-up/branding';

/** A document that is printed, with the additional content of its pages. */
export interface Printed<T> {
  readonly document: T;
  /** The cadena original of the stamp, which is required for a stamped document. */
  readonly cadenaTimbre?: string;
  /** The URL of the document on the SAT's website, which is required for a stamped document. */
  readonly qrText?: string;
  readonly branding?: Branding;
  /** The organization's own text, printed below the totals. */
  readonly customSection?: string;
  /** True if every page has a draft mark and the stamp block is omitted. */
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
  readonly isSandbox?: boolean;
  readonly beside?: BesideXml;
  /** The language of the document; Spanish by default. */
  readonly language?: PaperLanguage;
}

interface Stamped {
  readonly noCertificado?: string;
  readonly complemento?: { readonly timbre?: Timbre };
}

/** The data that identify a document: issuer, document and date. */
interface Identity {
  readonly name: string;
  readonly issuerName: string;
  readonly issuerRfc: string;
  /** The local date and time of issue. */
  readonly dated: string;
}

/** Opens the first page of a document, without any content. */
export function openSheet(input: Printed<Stamped>, identity: Identity): Sheet {
  const { name, issuerName, issuerRfc, dated } = identity;
  const uuid = input.document.complemento?.timbre?.uuid;
  const { legend, watermarks } = markOf(input);
  return new Sheet({
    title: `${name} – ${issuerName}`,
    runningHead: [issuerName, issuerRfc, name, uuid].filter(Boolean).join('  ·  '),
    legend,
    watermarks,
    isSandbox: input.isSandbox ?? false,
    dated,
    ...(input.language && { language: input.language }),
    ...(input.branding && { branding: input.branding }),
  });
}

/**
 * Draws the UUID, the date of issue and the date of certification of a stamped document. A draft has no
 * UUID and none of these dates.
 */
export function drawStampedIdentity(sheet: Sheet, input: Printed<Stamped>, issued: string): void {
  const timbre = input.document.complemento?.timbre;
  if (input.isDraft || !timbre) return;
  const { stamp: words } = sheet.words;
  drawIdentity(sheet, [
    { label: words.uuid, value: timbre.uuid, share: 0.5 },
    { label: words.issuedAt, value: dateTime(issued), share: 0.25 },
    { label: words.certifiedAt, value: dateTime(timbre.fechaTimbrado), share: 0.25 },
  ]);
}

/**
 * Draws the stamp at the foot of the page.
 * @throws RangeError if the document is not stamped and is not a draft
 */
export function drawSeals(sheet: Sheet, input: Printed<Stamped>): void {
  if (input.isDraft) return;
  const { document, cadenaTimbre: cadena, qrText } = input;
  const timbre = document.complemento?.timbre;
  const certificateNumber = document.noCertificado;
  if (!timbre || certificateNumber === undefined || !cadena || !qrText) {
    throw new RangeError('only drafts can be printed without a stamp');
  }
  drawStamp(sheet, { timbre, certificateNumber, cadena, qrText });
}
