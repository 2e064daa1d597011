import { create } from 'qrcode';

/**
 * Draws the QR code of a text as one vector path. QR readers need a margin of four modules (ISO/IEC 18004),
 * so the function leaves a tenth of the side blank around the code.
 * @param side is the length of a side in points, without the margin
 */
export function drawQrCode(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  // The text is encoded as a single segment of bytes, because searching for a shorter mixture of modes
  // costs more than it saves.
  const bytes = new TextEncoder().encode(text);
  const { modules } = create([{ data: bytes, mode: 'byte' }], { errorCorrectionLevel: 'M' });
  document
    .save()
    .translate(x, y)
    .scale(side / modules.size);
  for (const { column, row, length } of darkRuns(modules)) document.rect(column, row, length, 1);
  document.fill('#000000').restore();
}

/**
 * Combines adjacent dark modules of a row into one rectangle, because the path then needs only a third of
 * the bytes.
 */
function* darkRuns({ size, data }: { size: number; data: Uint8Array }) {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let length = 0;
      while (column + length < size && data[row * size + column + length]) length += 1;
      if (length > 0) yield { column, row, length };
      column += length;
    }
  }
}
