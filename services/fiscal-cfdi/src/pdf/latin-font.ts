import { openSync, type Font } from 'fontkit';
import { deflateSync } from 'node:zlib';
import { certain, valueAt } from '@timbre/fiscal';

/**
 * These are the printable Latin characters; almost every document contains no others. Each of these
 * characters has exactly one glyph, regardless of its neighbors.
 */
const written = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...'\u00A0áéíóúüñÁÉÍÓÚÜÑ¿¡«»°·×–—‘’“”…€ªº½¼¾§©®±',
];

/** Matches a text that contains only the characters in `written`. */
export const onlyWritten = new RegExp(
  `^[${written.map((one) => (/[\\\]^-]/.test(one) ? `\\${one}` : one)).join('')}]*$`,
);

interface Reference {
  end(chunk?: unknown): void;
}

/** The methods of a pdfkit document that write objects into the PDF file. */
interface FileOfObjects {
  ref(data?: object): Reference;
}

/**
 * The glyphs for the usual characters of a font, built once for all documents of a process. Without this
 * cache, embedding the font would take longer than printing the rest of a document.
 */
export class LatinFont {
  /** The glyph number of each character, in the form of a literal PDF string. */
  readonly glyphs = new Map<string, string>();
  /**
   * The width of each character at a font size of one point, rounded up. Kerning only makes a text
   * narrower, so a text is never wider than its measured width.
   */
  readonly widths = new Map<string, number>();
  /** The character of each glyph; glyph number 1 is at index 0. */
  private readonly shown: string[] = [];
  private readonly font: Font;
  private readonly perMille: number;
  private readonly file: Buffer;
  private readonly toUnicode: Buffer;

  constructor(path: string) {
    const font = openSync(path) as Font;
    this.font = font;
    this.perMille = 1_000 / font.unitsPerEm;
    const subset = font.createSubset();
    for (const character of written) {
      const glyph = font.glyphForCodePoint(certain(character.codePointAt(0), 'the character'));
      // `includeGlyph` is declared to return a boolean, but returns the number of the glyph in the
      // subset.
      const number = Number(subset.includeGlyph(glyph));
      this.glyphs.set(character, literal(number));
      this.widths.set(character, Math.ceil(glyph.advanceWidth * this.perMille) / 1_000);
      // Several blank characters may share a glyph; the first character is stored.
      this.shown[number - 1] ??= character;
    }
    this.file = deflateSync(subset.encode());
    this.toUnicode = deflateSync(toUnicode(this.shown));
  }

  /**
   * Writes the font into a PDF document.
   * @returns the PDF reference of the font, which the pages use
   */
  embedIn(document: PDFKit.PDFDocument): unknown {
    // The cast is needed because pdfkit's types do not declare these methods.
    const file = document as unknown as FileOfObjects;
    const add = (data: object, content?: unknown): Reference => {
      const reference = file.ref(data);
      reference.end(content);
      return reference;
    };
    const BaseFont = `TIMBRE+${this.font.postscriptName}`;
    const FontFile2 = add({ Filter: 'FlateDecode' }, this.file);
    const descendant = add({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: {
        // The text is passed as bytes, because pdfkit would write a plain string as a PDF name.
        Registry: Buffer.from('Adobe'),
        Ordering: Buffer.from('Identity'),
        Supplement: 0,
      },
      FontDescriptor: add({ ...this.descriptor(), FontName: BaseFont, FontFile2 }),
      CIDToGIDMap: 'Identity',
      W: [1, this.shown.map((character) => Math.round(valueAt(this.widths, character) * 1_000))],
    });
    return add({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: add({ Filter: 'FlateDecode' }, this.toUnicode),
    });
  }

  private descriptor(): object {
    const { ascent, descent, capHeight, xHeight, bbox, italicAngle } = this.font;
    const scaled = (units: number) => units * this.perMille;
    return {
      Type: 'FontDescriptor',
      // The value of Flags marks the font as symbolic, because it has its own glyph numbers.
      Flags: 4,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled),
      ItalicAngle: italicAngle,
      Ascent: scaled(ascent),
      Descent: scaled(descent),
      CapHeight: scaled(capHeight),
      XHeight: scaled(xHeight),
      StemV: 0,
    };
  }
}

/**
 * Returns a glyph number as two bytes of a literal PDF string. Bytes that would end the string, or that PDF
 * readers convert as line ends, are escaped.
 */
const literal = (number: number): string =>
  `\0${String.fromCharCode(number)
    .replace(/[()\\]/, '\\$&')
    .replace('\r', '\\r')}`;

const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** Returns the mapping from glyphs to characters, which PDF readers need to copy or search the text. */
function toUnicode(shown: readonly string[]): string {
  const characters = shown
    .map((one) => `<${hex(certain(one.codePointAt(0), 'the character'))}>`)
    .join(' ');
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000><ffff> endcodespacerange',
    `1 beginbfrange <0001> <${hex(shown.length)}> [${characters}] endbfrange`,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
