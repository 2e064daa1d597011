import PDFDocument from 'pdfkit';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { Pen, type Face } from './pen';
import { bytesOf } from './sheet';

const style = (face: Face = 'regular') => ({ face, size: 8, color: '#000000' });
const pen = () => new Pen(new PDFDocument());

const word = fc.string({ unit: fc.constantFrom('a', 'W', 'ñ', 'Á', '¿', '9', 'Ω'), minLength: 1 });
const words = fc.array(word, { minLength: 1, maxLength: 30 });

describe('wrap', () => {
  it('wrap returns no line wider than the limit, unless a single character is wider', () => {
    const own = pen();
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 200 }), (parts, width) => {
        for (const { text } of own.wrap(parts.join(' '), width, style())) {
          expect([...text].length === 1 || own.measure(text, style()) <= width + 1e-6).toBe(true);
        }
      }),
    );
  });

  it('the lines that wrap returns contain every character of the text', () => {
    const own = pen();
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 200 }), (parts, width) => {
        const lines = own.wrap(parts.join(' '), width, style());
        expect(
          lines
            .map(({ text }) => text)
            .join('')
            .replaceAll(' ', ''),
        ).toBe(parts.join(''));
      }),
    );
  });

  it('wrap does not split a word that fits on a line', () => {
    const texts = pen()
      .wrap('uno dos extraordinario', 60, style())
      .map(({ text }) => text);
    expect(texts).toEqual(['uno dos', 'extraordinario']);
  });

  it('wrap treats control characters as blanks', () => {
    expect(pen().wrap('uno\u0000dos', 200, style())[0]?.text).toBe('uno dos');
  });
});

describe('measure', () => {
  it('measure returns at least the width of the text', () => {
    const document = new PDFDocument();
    const own = new Pen(document);
    document.font(require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'));
    document.fontSize(style().size);
    for (const text of ['AVATAR To. Ya.', '1,234,567.89', 'SESENTA Y SIETE']) {
      const written = document.widthOfString(text);
      expect(own.measure(text, style())).toBeGreaterThanOrEqual(written - 1e-9);
    }
  });
});

describe('write', () => {
  async function written(text: string, face: Face): Promise<{ text: string; file: string }> {
    const document = new PDFDocument();
    const bytes = bytesOf(document);
    new Pen(document).write(text, 40, 40, style(face));
    document.end();
    const file = Buffer.from(await bytes);
    const read = await getDocumentProxy(new Uint8Array(file));
    const shown = await extractText(read, { mergePages: true });
    return { text: shown.text.trim(), file: file.toString('latin1') };
  }

  it.each([
    ['北京汽车股份有限公司', 'NotoSansHans'],
    ['東京電力ホールディングス（株）', 'NotoSansHans'],
    ['삼성전자 주식회사', 'NotoSansKR'],
    ['Ωμέγα Газпром', 'DejaVuSansCondensed'],
  ])('write embeds the glyphs of the name %s', async (name, font) => {
    for (const face of ['regular', 'bold'] as const) {
      const { text, file } = await written(`S.A. ${name} & Cía.`, face);
      expect(text.replaceAll(/\s/g, '')).toBe(`S.A.${name}&Cía.`.replaceAll(' ', ''));
      expect(file).toMatch(new RegExp(`/FontName /[A-Z]{6}\\+${font}`));
      expect(file.length).toBeLessThan(100_000);
    }
  });

  it.each(['regular', 'bold'] as const)(
    'write embeds the glyphs of a Latin text in the face %s',
    async (face) => {
      const name = 'Cañón & Güemes, S. de R.L. €';
      const { text, file } = await written(name, face);
      expect(text).toBe(name);
      expect(file).toMatch(/\/FontName \/[A-Z]{6}\+Arimo/);
      expect(file.length).toBeLessThan(20_000);
    },
  );
});
