import PDFDocument from 'pdfkit';
import { jpegOf, pngOf } from '../../test/logos';
import { logoTypeOf } from './logo';

/** Draws the image with pdfkit; the promise rejects if pdfkit cannot draw the image. */
function drawn(image: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const document = new PDFDocument();
    let size = 0;
    document.on('data', (part: Buffer) => (size += part.length));
    document.on('end', () => resolve(size));
    document.on('error', reject);
    document.image(image, 0, 0, { fit: [170, 46] });
    document.end();
  });
}

describe('a logo', () => {
  it.each<[string, Buffer, string]>([
    ['a grey PNG', pngOf({ color: 0 }), 'image/png'],
    ['a PNG in colour', pngOf({ color: 2 }), 'image/png'],
    ['a PNG with a palette', pngOf({ color: 3 }), 'image/png'],
    ['a PNG with a palette of one bit', pngOf({ color: 3, depth: 1, width: 9 }), 'image/png'],
    ['a grey PNG that is transparent', pngOf({ color: 4 }), 'image/png'],
    ['a PNG that is transparent', pngOf({ color: 6 }), 'image/png'],
    ['a PNG as large as may be', pngOf({ color: 6, width: 1500, height: 1500 }), 'image/png'],
    ['a baseline JPEG', jpegOf('baseline'), 'image/jpeg'],
    ['a progressive JPEG', jpegOf('progressive'), 'image/jpeg'],
  ])('a logo as %s is accepted, and the printer draws it', async (_, image, type) => {
    expect(logoTypeOf(image)).toBe(type);
    expect(await drawn(image)).toBeGreaterThan(500);
  });

  const png = pngOf();
  const broken = Buffer.from(png);
  broken[png.length - 20]! ^= 1;
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a signature alone', png.subarray(0, 8)],
    ['a PNG cut short', png.subarray(0, png.length - 5)],
    ['a PNG with a wrong checksum', broken],
    ['a PNG with fewer rows than it says', pngOf({ rows: 1 })],
    ['a PNG with more rows than it says', pngOf({ rows: 4 })],
    ['an interlaced PNG', pngOf({ interlace: 1 })],
    ['a PNG of 16 bits', pngOf({ depth: 16 })],
    ['a PNG of no colour type', pngOf({ color: 5 })],
    ['a PNG without pixels', pngOf({ width: 0 })],
    ['a PNG too wide', pngOf({ width: 1501 })],
    ['a JPEG cut short', jpegOf('baseline').subarray(0, 100)],
    ['a JPEG without a frame', Buffer.from('ffd8ffd9', 'hex')],
    ['a JPEG of endless markers', Buffer.from('ffd8ffe00000ffd9', 'hex')],
  ])('a logo that is %s is refused', (_, image) => {
    expect(logoTypeOf(image)).toBeUndefined();
  });

  it('a logo with any byte changed is either refused or drawable', async () => {
    const image = pngOf({ color: 6 });
    for (let at = 0; at < image.length; at += 1) {
      const other = Buffer.from(image);
      other[at]! ^= 0x55;
      if (logoTypeOf(other)) expect(await drawn(other)).toBeGreaterThan(500);
    }
  });
});
