type Document = PDFKit.PDFDocument;

export type Face = 'regular' | 'bold' | 'mono';

export interface Style {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  readonly color: string;
}

/** One line of text as it will be written. */
export interface Line {
  readonly text: string;
  readonly style: Style;
}

export interface Placement {
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** Every reader has these, so that they cost no bytes in the file; they know WinAnsi only. */
const standardFonts: Record<Face, string> = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
};
/** For names and descriptions in other alphabets; only the glyphs used are embedded. */
const widerFonts: Record<Face, string> = {
  regular: 'DejaVuSansCondensed',
  bold: 'DejaVuSansCondensed-Bold',
  mono: 'DejaVuSansMono',
};
const onlyWinAnsi = /^[\x20-\x7E\u00A0-\u00FFŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]*$/;
// Two characters of a word that does not fit are not worth a search; twelve cover an amount.
const measuresMax = 4_000;

export const lineHeight = ({ size }: Style): number => size * 1.32;

/** Measures, breaks and writes text of any alphabet. */
export class Pen {
  private readonly measures = new Map<string, number>();

  constructor(private readonly document: Document) {}

  /** Points that the text takes in one line. */
  measure(text: string, { face, size }: Style): number {
    const key = face + text;
    const known = this.measures.get(key);
    if (known !== undefined) return known * size;
    const width = this.document.font(fontOf(text, face)).fontSize(1).widthOfString(text);
    if (this.measures.size < measuresMax) this.measures.set(key, width);
    return width * size;
  }

  /** The text in lines no wider than `width`; a word that is wider is broken. */
  wrap(text: string, width: number, style: Style): Line[] {
    const lines: string[] = [];
    let line = '';
    for (const word of printable(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.measure(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = this.measure(word, style) <= width ? [word] : this.pieces(word, width, style);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    return [...lines, line].map((each) => ({ text: each, style }));
  }

  /** Writes one line whose upper edge is at `y`. */
  write(text: string, x: number, y: number, style: Style, place?: Placement): void {
    const shown = printable(text);
    const start = place ? x + this.indent(shown, style, place) : x;
    this.document
      .font(fontOf(shown, style.face))
      .fontSize(style.size)
      .fillColor(style.color)
      .text(shown, start, y + style.size, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Writes lines below each other; answers the lower edge of the last. */
  writeLines(lines: readonly Line[], x: number, y: number, place?: Placement): number {
    let top = y;
    for (const { text, style } of lines) {
      this.write(text, x, top, style, place);
      top += lineHeight(style);
    }
    return top;
  }

  private indent(text: string, style: Style, { width, align = 'left' }: Placement): number {
    if (align === 'left') return 0;
    const rest = width - this.measure(text, style);
    return align === 'right' ? rest : rest / 2;
  }

  private pieces(word: string, width: number, style: Style): string[] {
    const pieces: string[] = [];
    let piece = '';
    for (const character of word) {
      if (piece !== '' && this.measure(piece + character, style) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += character;
    }
    return [...pieces, piece];
  }
}

function fontOf(text: string, face: Face): string {
  if (onlyWinAnsi.test(text)) return standardFonts[face];
  return require.resolve(`dejavu-fonts-ttf/ttf/${widerFonts[face]}.ttf`);
}

/** Composed characters (é is one, not two) and no control characters. */
function printable(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? text : text.normalize('NFC').replace(/\p{C}/gu, ' ');
}
