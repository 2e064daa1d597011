import type { Timbre } from '@timbre/cfdi';
import type { PaperLanguage } from '@timbre/fiscal';
import { dateTime } from './format';
import { drawIdentity } from './head';
import { markOf } from './mark';
import { Sheet } from './sheet';
import { drawStamp } from './stamp-block';
import type { BesideXml } from '../domain/files/beside-xml';
import type { Branding } from '../domain/set-up/branding';

/** A document to print, with the additional content of its pages. */
export interface Printed<T> {
  readonly document: T;
  /** Cadena original of the stamp. The cadena is required with a stamp. */
  readonly cadenaTimbre?: string;
  /** The URL of the document at the SAT. The URL is required with a stamp. */
  readonly qrText?: string;
  readonly branding?: Branding;
  /** The organization's own text, below the totals. */
  readonly customSection?: string;
  /** Whether every page has a draft mark and the stamp block is omitted. */
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
  readonly isSandbox?: boolean;
  readonly beside?: BesideXml;
  /** The language is Spanish if absent. */
  readonly language?: PaperLanguage;
}

interface Stamped {
  readonly noCertificado?: string;
  readonly complemento?: { readonly timbre?: Timbre };
}

/** The identity of a document: issuer, document and date. */
interface Identity {
  readonly name: string;
  readonly issuerName: string;
  readonly issuerRfc: string;
  /** Local date-time of issue. */
  readonly dated: string;
}

/** Opens the first page of a document, still empty. */
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
 * Draws the UUID and both dates of a stamped document. A draft has neither a UUID nor these dates.
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
 * Draws the stamp at the foot.
 * @throws RangeError for a document that is neither a draft nor stamped
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
