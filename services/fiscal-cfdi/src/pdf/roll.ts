import type { PaperLanguage } from '@timbre/fiscal';
import PDFDocument from 'pdfkit';
import { itemAt } from '@timbre/fiscal';
import { lineHeight, Pen, type Line, type Style } from './pen';
import { bytesOf, pdfLanguage } from './sheet';

/** The number of PDF points in a millimeter. */
const millimetre = 72 / 25.4;
/** The width of the paper of a receipt printer, whose printable width is 72 mm. */
const paperWidth = 80 * millimetre;
const margin = 4 * millimetre;
/**
 * The maximum height of a page in points. PDF allows at most 14,400 points. Receipt printers cut the paper
 * at the end of each page.
 */
const pageHeightMax = 14_000;

/** A part of the paper strip that is never split between two pages. */
interface Strip {
  height: number;
  draw(y: number): void;
}

interface RollOptions {
  title: string;
  /**
   * The local date and time of the document. This date is also the creation date of the PDF file, so that
   * the same input returns the same file.
   */
  dated: string;
  language: PaperLanguage;
}

/** A paper strip that is 80 mm wide and as long as its content. */
export class Roll {
  readonly document: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly left = margin;
  readonly width = paperWidth - 2 * margin;
  private readonly strips: Strip[] = [];
  private readonly finished: Promise<Uint8Array>;

  constructor({ title, dated, language }: RollOptions) {
    this.document = new PDFDocument({
      autoFirstPage: false,
      margin: 0,
      lang: pdfLanguage(language),
      displayTitle: true,
      info: { Title: title, Producer: 'Timbre', CreationDate: new Date(`${dated}Z`) },
    });
    this.finished = bytesOf(this.document);
    this.pen = new Pen(this.document);
  }

  /**
   * Returns a text style for the paper strip. The text is black, because thermal printers print black best.
   */
  style(size: number, more: Partial<Style> = {}): Style {
    return { face: 'regular', size, color: '#000000', ...more };
  }

  add(height: number, draw: Strip['draw'] = () => undefined): void {
    this.strips.push({ height, draw });
  }

  /** Writes a text on as many lines as it needs. */
  write(text: string, style: Style, align: 'left' | 'center' = 'left'): void {
    this.addLines(this.pen.wrap(text, this.width, style), align);
  }

  addLines(lines: readonly Line[], align: 'left' | 'center' = 'left'): void {
    const place = { width: this.width, align };
    for (const { text, style } of lines) {
      this.add(lineHeight(style), (y) => this.pen.write(text, this.left, y, style, place));
    }
  }

  /** Writes a label on the left and an amount on the right of the same line. */
  writePair(label: string, amount: string, style: Style): void {
    const place = { width: this.width, align: 'right' } as const;
    const [first, ...more] = this.pen.wrap(
      label,
      this.width - this.pen.measure(amount, style) - 8,
      style,
    );
    this.add(lineHeight(style), (y) => {
      this.pen.write(first?.text ?? '', this.left, y, style);
      this.pen.write(amount, this.left, y, style, place);
    });
    this.addLines(more);
  }

  /** Draws a dashed line with space around it. */
  rule(): void {
    this.add(9, (y) => {
      const { document } = this;
      document.save().lineWidth(0.6).dash(2, { space: 2 }).strokeColor('#000000');
      document
        .moveTo(this.left, y + 4)
        .lineTo(this.left + this.width, y + 4)
        .stroke();
      document.restore();
    });
  }

  /** Draws the whole paper strip, on a single page if the strip fits on one. */
  async finish(): Promise<Uint8Array> {
    for (let from = 0; from < this.strips.length;) {
      let [to, height] = [from, 0];
      while (to < this.strips.length && height + itemAt(this.strips, to).height <= pageHeightMax) {
        height += itemAt(this.strips, to++).height;
      }
      this.document.addPage({ size: [paperWidth, height + 2 * margin], margin: 0 });
      this.strips.slice(from, to).reduce((y, strip) => {
        strip.draw(y);
        return y + strip.height;
      }, margin);
      from = to;
    }
    this.document.end();
    return this.finished;
  }
}
