import PDFDocument from 'pdfkit';
import fc from 'fast-check';
import { Pen, type Face } from './pen';

const style = (face: Face = 'regular') => ({ face, size: 8, color: '#000000' });
const pen = () => new Pen(new PDFDocument());

const word = fc.string({ unit: fc.constantFrom('a', 'W', 'ñ', 'Á', '¿', '9', 'Ω'), minLength: 1 });
const words = fc.array(word, { minLength: 1, maxLength: 30 });

describe('wrap', () => {
  it('writes no line wider than asked, unless a single character is', () => {
    const own = pen();
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 200 }), (parts, width) => {
        for (const { text } of own.wrap(parts.join(' '), width, style())) {
          expect([...text].length === 1 || own.measure(text, style()) <= width + 1e-6).toBe(true);
        }
      }),
    );
  });

  it('keeps every character', () => {
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

  it('does not split a word that fits into a line', () => {
    const texts = pen()
      .wrap('uno dos extraordinario', 60, style())
      .map(({ text }) => text);
    expect(texts).toEqual(['uno dos', 'extraordinario']);
  });

  it('treats control characters as blanks', () => {
    expect(pen().wrap('uno\u0000dos', 200, style())[0]?.text).toBe('uno dos');
  });
});

describe('measure', () => {
  it('is never less than what is written', () => {
    const document = new PDFDocument();
    const own = new Pen(document);
    for (const text of ['AVATAR To. Ya.', '1,234,567.89', 'SESENTA Y SIETE']) {
      const written = document.font('Helvetica').fontSize(8).widthOfString(text);
      expect(own.measure(text, style())).toBeGreaterThanOrEqual(written - 1e-9);
    }
  });
});
