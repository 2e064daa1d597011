import { paperWords, type PaperLanguage, type PaperWords } from '@timbre/fiscal';
import PDFDocument from 'pdfkit';
import { trialMark, type Mark } from './mark';
import { lineHeight, Pen, type Style } from './pen';
import type { Branding } from '../domain/set-up/branding';
import { themeOf, type Theme } from './theme';

/** The content that is repeated on every page. */
export interface SheetOptions {
  readonly title: string;
  /** The issuer and the document, printed at the head of every page except the first. */
  readonly runningHead: string;
  /** The legend at the foot of every page. */
  readonly legend: string;
  /** The watermarks across every page, one below the other, such as a draft mark. */
  readonly watermarks?: readonly string[];
  readonly isSandbox?: boolean;
  /**
   * The local date and time of the document. This date is also the creation date of the PDF file, so that
   * the same input returns the same file.
   */
  readonly dated: string;
  readonly branding?: Branding;
  /** The language of the document; Spanish by default. */
  readonly language?: PaperLanguage;
}

const margin = 42;
const firstTop = 36;
const nextTop = 64;
const footHeight = 42;
/** The maximum length of a watermark along the diagonal of the page, in points. */
const watermarkWidth = 660;
const watermarkSize = 94;

/**
 * A letter page, which is filled from top to bottom. Content that does not fit continues on the next page.
 */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly theme: Theme;
  readonly language: PaperLanguage;
  readonly words: PaperWords;
  readonly left = margin;
  readonly width: number;
  readonly bottom: number;
  /** The vertical position at which the next content begins. */
  y = firstTop;
  /** Draws content that is repeated at the top of each new page, such as the head of a table. */
  repeated: (() => void) | undefined;

  private readonly finished: Promise<Uint8Array>;

  private readonly mark: Pick<Mark, 'legend' | 'watermarks'>;

  constructor(private readonly options: SheetOptions) {
    const { legend, watermarks = [], isSandbox, language = 'es' } = options;
    this.language = language;
    this.words = paperWords(language);
    const mark = { legend, watermarks };
    this.mark = isSandbox ? trialMark(mark, this.words) : mark;
    this.theme = themeOf(options.branding);
    const dated = new Date(`${options.dated}Z`);
    this.document = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      bufferPages: true,
      lang: pdfLanguage(language),
      displayTitle: true,
      info: { Title: options.title, Producer: 'Timbre', CreationDate: dated },
    });
    this.finished = bytesOf(this.document);
    this.pen = new Pen(this.document);
    this.width = this.document.page.width - 2 * margin;
    this.bottom = this.document.page.height - footHeight;
    this.drawWatermarks();
    this.document.rect(0, 0, this.document.page.width, 5).fill(this.theme.accent);
  }

  /** The usable height of a page in points. */
  get pageHeight(): number {
    return this.bottom - nextTop;
  }

  get isFresh(): boolean {
    return this.y === nextTop;
  }

  get right(): number {
    return this.left + this.width;
  }

  style(size: number, more: Partial<Style> = {}): Style {
    return { face: 'regular', size, color: this.theme.ink, ...more };
  }

  fits(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Starts the next page if less than this height is left on the current page. */
  ensure(height: number): void {
    if (!this.fits(height)) this.nextPage();
  }

  rule(
    y: number,
    { color = this.theme.line, x = this.left, width = this.width, weight = 0.6 } = {},
  ) {
    this.document.rect(x, y - weight / 2, width, weight).fill(color);
  }

  /** Prints the page numbers and completes the file. */
  async finish(): Promise<Uint8Array> {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      this.drawFoot(this.words.mark.page(page + 1, count));
    }
    this.document.end();
    return this.finished;
  }

  nextPage(): void {
    this.document.addPage();
    this.drawWatermarks();
    const style = this.style(7.5, { color: this.theme.muted });
    const [line] = this.pen.wrap(this.options.runningHead, this.width, style);
    this.pen.write(line?.text ?? '', this.left, 32, style);
    this.rule(48);
    this.y = nextTop;
    this.repeated?.();
  }

  private drawFoot(pageNumber: string): void {
    const top = this.document.page.height - 32;
    const style = this.style(7, { color: this.theme.muted });
    this.rule(top - 5);
    const room = this.width - this.pen.measure(pageNumber, style) - 16;
    const legend = this.pen.wrap(this.mark.legend, room, style);
    const below = this.pen.writeLines(legend, this.left, top) + 2;
    this.pen.write(pageNumber, this.left, top, style, { width: this.width, align: 'right' });
    const footer = this.options.branding?.footer;
    if (footer === undefined) return;
    const [line] = this.pen.wrap(footer, this.width, style);
    const place = { width: this.width, align: 'center' } as const;
    this.pen.write(line?.text ?? '', this.left, below, style, place);
  }

  private drawWatermarks(): void {
    const { watermarks } = this.mark;
    if (watermarks.length === 0) return;
    const { width, height } = this.document.page;
    const face = this.style(1, { face: 'bold', color: this.theme.warning });
    const widest = Math.max(...watermarks.map((word) => this.pen.measure(word, face)));
    const style = { ...face, size: Math.min(watermarkSize, watermarkWidth / widest) };
    this.document
      .save()
      .rotate(-52, { origin: [width / 2, height / 2] })
      .fillOpacity(0.08);
    const lines = watermarks.map((text) => ({ text, style }));
    const top = height / 2 - (lines.length * lineHeight(style)) / 2;
    this.pen.writeLines(lines, 0, top, { width, align: 'center' });
    this.document.restore().fillOpacity(1);
  }
}

/**
 * Returns the language tag of the PDF file. A document in two languages has the tag of its first language.
 */
export const pdfLanguage = (language: PaperLanguage): string =>
  language === 'en' ? 'en-US' : 'es-MX';

/** Returns the bytes of a PDF document when the document has ended. */
export function bytesOf(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.on('error', reject);
  });
}
