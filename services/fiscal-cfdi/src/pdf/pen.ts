import { dirname, join } from 'node:path';
import { itemAt, valueAt } from '@timbre/fiscal';
import { LatinFont, onlyWritten } from './latin-font';

type Document = PDFKit.PDFDocument;

/** The members of a pdfkit document that its text functions use and its types do not declare. */
interface FontedDocument {
  readonly _fontSize: number;
  readonly page: { readonly fonts: Record<string, unknown> };
  addContent(operators: string): unknown;
}

export type Face = 'regular' | 'bold';

export interface Style {
  readonly face: Face;
  /** The font size in points. */
  readonly size: number;
  readonly color: string;
  /** The line height as a multiple of the font size; 1.32 by default. */
  readonly leading?: number;
}

/** A line of text that results from line breaking. */
export interface Line {
  readonly text: string;
  readonly style: Style;
  /** The small print that follows the text on the same line, in another style. */
  readonly after?: Line;
}

export interface Placement {
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** Returns the path of a font file in a package that exports only its main file. */
const besideMain = (main: string, file: string): string => join(dirname(main), '..', 'fonts', file);
const han = (weight: string) => (): string =>
  besideMain(require.resolve('@embedpdf/fonts-sc'), `NotoSansHans-${weight}.otf`);
const hangul = (weight: string) => (): string =>
  besideMain(require.resolve('@embedpdf/fonts-kr'), `NotoSansKR-${weight}.otf`);

/** A font that covers certain alphabets. The PDF embeds only the glyphs that are used. */
interface Font {
  /**
   * The characters that the font covers, as a part of a regular expression. The font that has no such
   * pattern is used for all other characters.
   */
  readonly characters?: string;
  readonly files: Readonly<Record<Face, () => string>>;
}

/** The Latin fonts have the same character widths as Helvetica. */
const latinFiles: Font['files'] = {
  regular: () => require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
};
const opened: Partial<Record<Face, LatinFont>> = {};
/** Returns the Latin font, which is opened when it is needed for the first time. */
const latinFont = (face: Face): LatinFont => (opened[face] ??= new LatinFont(latinFiles[face]()));

const fonts: readonly Font[] = [
  {
    characters:
      '\\x20-\\x7E\\u00A0-\\u0236\\u2013\\u2014\\u2018-\\u201E\\u2020-\\u2022\\u2026\\u2030\\u2039\\u203A\\u20AC\\u2122',
    files: latinFiles,
  },
  {
    // The ranges are radicals, kana, bopomofo, unified ideographs, and forms of full and half width
    characters:
      '\\u2E80-\\u312F\\u3190-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFFEF\\u{20000}-\\u{323AF}',
    files: { regular: han('Regular'), bold: han('Bold') },
  },
  {
    characters: '\\u1100-\\u11FF\\u3130-\\u318F\\uA960-\\uA97F\\uAC00-\\uD7FF',
    files: { regular: hangul('Regular'), bold: hangul('Bold') },
  },
  {
    files: {
      regular: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
      bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
    },
  },
];
const alphabets = fonts.flatMap(({ characters }) => characters ?? []);
/** Splits a text into runs, so that each run needs only one font. */
const runs = new RegExp(
  [...alphabets.map((each) => `[${each}]+`), `[^${alphabets.join('')}]+`].join('|'),
  'gu',
);
const isIn = fonts.map(({ characters = '\\s\\S' }) => new RegExp(`^[${characters}]`, 'u'));

/** @param run is a text whose characters all belong to the same font */
const fontOf = (run: string, face: Face): string =>
  itemAt(
    fonts,
    isIn.findIndex((of) => of.test(run)),
  ).files[face]();
/**
 * The widths of non-Latin characters at a font size of one point, cached for all documents of a process.
 */
const characterWidths: Record<Face, Map<string, number>> = {
  regular: new Map(),
  bold: new Map(),
};
/**
 * The maximum number of cached character widths. Real texts have fewer different characters, so only a
 * malicious document can exceed the limit.
 */
const widthsMax = 20_000;

export const lineHeight = ({ size, leading = 1.32 }: Style): number => size * leading;

/** Measures, wraps and writes text in any alphabet. */
export class Pen {
  /** The fonts that this document embeds, by the names that its pages use. */
  private readonly embedded: Partial<Record<Face, unknown>> = {};

  constructor(private readonly document: Document) {}

  /**
   * Returns an upper bound of the width of a text, in points. Kerning is not applied, because it only makes
   * a text narrower.
   */
  measure(text: string, { face, size }: Style): number {
    let width = 0;
    for (const character of text) width += this.characterWidth(character, face);
    return width * size;
  }

  /**
   * Wraps a text into lines that are at most `width` wide. A word that is wider than the line is broken.
   */
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
    if (onlyWritten.test(shown)) this.writeLatin(shown, start, y + style.size, style.face);
    else this.writeRuns(shown, start, y + style.size, style);
  }

  /**
   * Writes lines one below the other.
   * @returns the vertical position of the lower edge of the last line
   */
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

  /** Splits a word that is too wide for a line; returns any other word as it is. */
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
      const width = onlyWritten.test(run) ? this.measure(run, style) : undefined;
      // The font size is set again, because measuring a new character changes the font size.
      this.document.fontSize(style.size);
      this.writeRun(run, x, baseline, style.face);
      x += width ?? this.document.widthOfString(run);
    }
  }

  private writeRun(run: string, x: number, baseline: number, face: Face): void {
    if (onlyWritten.test(run)) return this.writeLatin(run, x, baseline, face);
    const options = { lineBreak: false, baseline: 'alphabetic' } as const;
    this.document.font(fontOf(run, face)).text(run, x, baseline, options);
  }

  /**
   * Writes Latin text directly, because pdfkit's `text` would measure and kern the text again, which would
   * take half of the time for a document.
   */
  private writeLatin(run: string, x: number, baseline: number, face: Face): void {
    if (run === '') return;
    // The cast is needed because pdfkit does not declare its font state.
    const document = this.document as unknown as FontedDocument;
    document.page.fonts[face] ??= this.embedded[face] ??= latinFont(face).embedIn(this.document);
    const { glyphs } = latinFont(face);
    let numbers = '';
    for (const character of run) numbers += valueAt(glyphs, character);
    const at = `1 0 0 -1 ${decimal(x)} ${decimal(baseline)} Tm`;
    const font = `/${face} ${decimal(document._fontSize)} Tf`;
    document.addContent(`BT ${font} ${at} (${numbers}) Tj ET`);
  }

  private characterWidth(character: string, face: Face): number {
    const widths = characterWidths[face];
    const known = latinFont(face).widths.get(character) ?? widths.get(character);
    if (known !== undefined) return known;
    const font = fontOf(character, face);
    const width = this.document.font(font).fontSize(1).widthOfString(character);
    if (widths.size < widthsMax) widths.set(character, width);
    return width;
  }
}

/**
 * Formats a coordinate for the PDF page, with three decimals. A thousandth of a point is finer than the
 * resolution of any printer.
 */
const decimal = (points: number): string => `${Math.round(points * 1_000) / 1_000}`;

/**
 * Composes characters (an e with an accent becomes the single character é) and replaces control characters
 * with blanks.
 */
function printable(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? text : text.normalize('NFC').replace(/\p{C}/gu, ' ');
}
