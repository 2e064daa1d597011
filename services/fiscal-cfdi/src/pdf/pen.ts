import { dirname, join } from 'node:path';
import { winAnsi, winAnsiLiteral } from './win-ansi';

type Document = PDFKit.PDFDocument;

/** The font state of pdfkit's own text functions. */
interface FontedDocument {
  readonly _font: { readonly id: string; ref(): unknown };
  readonly _fontSize: number;
  readonly page: { readonly fonts: Record<string, unknown> };
  addContent(operators: string): unknown;
}

export type Face = 'regular' | 'bold' | 'mono';

export interface Style {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  readonly color: string;
  /** Height of a line for each point of size; 1.32 if absent. */
  readonly leading?: number;
}

/** One line of text as it will be written. */
export interface Line {
  readonly text: string;
  readonly style: Style;
  /** Continues the same line in another style. */
  readonly after?: Line;
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
/** A file of a package that exports its main file alone. */
const besideMain = (main: string, file: string): string => join(dirname(main), '..', 'fonts', file);
const han = (weight: string) => (): string =>
  besideMain(require.resolve('@embedpdf/fonts-sc'), `NotoSansHans-${weight}.otf`);
const hangul = (weight: string) => (): string =>
  besideMain(require.resolve('@embedpdf/fonts-kr'), `NotoSansKR-${weight}.otf`);

/** For names and descriptions in other alphabets; only the glyphs used are embedded. */
interface WiderFont {
  /** The characters that it is for, as a part of a regular expression; absent: all others. */
  readonly characters?: string;
  readonly files: Readonly<Record<Face, () => string>>;
}

const widerFonts: readonly WiderFont[] = [
  {
    // Radicals, kana, bopomofo, unified ideographs, and forms of full and half width
    characters:
      '\\u2E80-\\u312F\\u3190-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFFEF\\u{20000}-\\u{323AF}',
    files: { regular: han('Regular'), bold: han('Bold'), mono: han('Regular') },
  },
  {
    characters: '\\u1100-\\u11FF\\u3130-\\u318F\\uA960-\\uA97F\\uAC00-\\uD7FF',
    files: { regular: hangul('Regular'), bold: hangul('Bold'), mono: hangul('Regular') },
  },
  {
    files: {
      regular: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
      bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
      mono: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
    },
  },
];
const onlyWinAnsi = new RegExp(`^[${winAnsi}]*$`);
const alphabets = [winAnsi, ...widerFonts.flatMap(({ characters }) => characters ?? [])];
/** Runs of one font each. */
const runs = new RegExp(
  [...alphabets.map((each) => `[${each}]+`), `[^${alphabets.join('')}]+`].join('|'),
  'gu',
);
const isIn = widerFonts.map(({ characters = '\\s\\S' }) => new RegExp(`^[${characters}]`, 'u'));

/** @param run of characters that WinAnsi lacks, all of one font */
const widerFont = (run: string, face: Face): string =>
  widerFonts[isIn.findIndex((of) => of.test(run))]!.files[face]();
/** Widths of single characters at one point, kept for all documents of a process. */
const characterWidths: Record<Face, Map<string, number>> = {
  regular: new Map(),
  bold: new Map(),
  mono: new Map(),
};
/** More than the characters of real alphabets; only a hostile document exceeds it. */
const widthsMax = 20_000;

export const lineHeight = ({ size, leading = 1.32 }: Style): number => size * leading;

/** Measures, breaks and writes text of any alphabet. */
export class Pen {
  constructor(private readonly document: Document) {}

  /** Upper bound of the width in points: kerning, which only narrows, is left out. */
  measure(text: string, { face, size }: Style): number {
    let width = 0;
    for (const character of text) width += this.characterWidth(character, face);
    return width * size;
  }

  /** The text in lines no wider than `width`; a word that is wider is broken. */
  wrap(text: string, width: number, style: Style): Line[] {
    const lines: string[] = [];
    const blank = this.measure(' ', style);
    let line = '';
    let used = 0;
    for (const word of printable(text).split(' ')) {
      for (const piece of this.pieces(word, width, style)) {
        const own = this.measure(piece, style);
        if (line !== '' && used + blank + own > width) {
          lines.push(line);
          line = piece;
          used = own;
        } else {
          used += line === '' ? own : blank + own;
          line = line === '' ? piece : `${line} ${piece}`;
        }
      }
    }
    return [...lines, line].map((each) => ({ text: each, style }));
  }

  /** Writes one line whose upper edge is at `y`. */
  write(text: string, x: number, y: number, style: Style, place?: Placement): void {
    const shown = printable(text);
    const start = place ? x + this.indent(shown, style, place) : x;
    this.document.fontSize(style.size).fillColor(style.color);
    if (onlyWinAnsi.test(shown)) this.writeRun(shown, start, y + style.size, style.face);
    else this.writeRuns(shown, start, y + style.size, style);
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

  /** The word itself, or its parts when it is too wide. */
  private pieces(word: string, width: number, style: Style): string[] {
    if (this.measure(word, style) <= width) return [word];
    const pieces: string[] = [];
    let piece = '';
    let used = 0;
    for (const character of word) {
      const own = this.measure(character, style);
      if (piece !== '' && used + own > width) {
        pieces.push(piece);
        piece = '';
        used = 0;
      }
      piece += character;
      used += own;
    }
    return [...pieces, piece];
  }

  private writeRuns(text: string, start: number, baseline: number, style: Style): void {
    let x = start;
    for (const run of text.match(runs) ?? []) {
      const isStandard = onlyWinAnsi.test(run);
      const width = isStandard ? this.measure(run, style) : undefined;
      // Measuring a new character changes the font size.
      this.document.fontSize(style.size);
      this.writeRun(run, x, baseline, style.face);
      x += width ?? this.document.widthOfString(run);
    }
  }

  private writeRun(run: string, x: number, baseline: number, face: Face): void {
    if (onlyWinAnsi.test(run)) return this.writeStandard(run, x, baseline, face);
    const options = { lineBreak: false, baseline: 'alphabetic' } as const;
    this.document.font(widerFont(run, face)).text(run, x, baseline, options);
  }

  /**
   * Writes laid-out text in a standard font directly: pdfkit's `text` would measure it twice and
   * kern it, which takes half of the time of a document.
   */
  private writeStandard(run: string, x: number, baseline: number, face: Face): void {
    if (run === '') return;
    // pdfkit does not declare its font.
    const document = this.document.font(standardFonts[face]) as unknown as FontedDocument;
    const { id } = document._font;
    document.page.fonts[id] ??= document._font.ref();
    const at = `1 0 0 -1 ${decimal(x)} ${decimal(baseline)} Tm`;
    const font = `/${id} ${decimal(document._fontSize)} Tf`;
    document.addContent(`BT ${font} ${at} ${winAnsiLiteral(run)} Tj ET`);
  }

  private characterWidth(character: string, face: Face): number {
    const widths = characterWidths[face];
    const known = widths.get(character);
    if (known !== undefined) return known;
    const font = fontOf(character, face);
    const width = this.document.font(font).fontSize(1).widthOfString(character);
    if (widths.size < widthsMax) widths.set(character, width);
    return width;
  }
}

/** All characters of a run are in one font. */
const fontOf = (run: string, face: Face): string =>
  onlyWinAnsi.test(run) ? standardFonts[face] : widerFont(run, face);

/** A thousandth of a point is finer than any printer. */
const decimal = (points: number): string => `${Math.round(points * 1_000) / 1_000}`;

/** Composes characters (é is one, not two) and removes control characters. */
function printable(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? text : text.normalize('NFC').replace(/\p{C}/gu, ' ');
}
