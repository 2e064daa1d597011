import { constants, crc32, inflateSync } from 'node:zlib';

export type LogoType = 'image/png' | 'image/jpeg';

/**
 * The maximum size of a logo, in bytes. A logo is printed at most 170 points wide, so a larger file would
 * only make every PDF larger.
 */
export const logoBytesMax = 512 << 10;
const sideMax = 1_500;

/**
 * Detects the image type of a logo before the logo is stored; returns undefined if the PDF printer cannot
 * draw the image. A broken logo would prevent every PDF from being printed.
 */
export function logoTypeOf(bytes: Buffer): LogoType | undefined {
  try {
    if (isPng(bytes)) return 'image/png';
    return isJpeg(bytes) ? 'image/jpeg' : undefined;
  } catch {
    // The file is truncated if its offsets are beyond the end or its data cannot be inflated.
    return undefined;
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** The number of samples per pixel, keyed by color type: gray, RGB, palette, gray and alpha, RGBA. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Returns whether the image is a complete PNG that is not interlaced and has eight bits per sample or a
 * palette.
 */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return false;
  const chunks = chunksOf(bytes);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || !chunks.some(({ type }) => type === 'IEND')) return false;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth = 0, color = 1, , , interlace] = header.data.subarray(8);
  const perPixel = samples[color];
  if (!isDrawable(width, height) || !perPixel || interlace !== 0) return false;
  const palette = chunks.find(({ type }) => type === 'PLTE');
  if (color === 3 ? !palette || ![1, 2, 4, 8].includes(depth) : depth !== 8) return false;
  const size = height * (1 + Math.ceil((width * perPixel * depth) / 8));
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  // The output limit is one byte above the expected size of the image data, so that surplus data are
  // detected.
  const options = { maxOutputLength: size + 1, finishFlush: constants.Z_FINISH };
  return inflateSync(data, options).length === size;
}

/**
 * Returns the chunks of a PNG up to the end of the image.
 * @throws RangeError if a chunk has a wrong length or checksum
 */
function chunksOf(bytes: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = pngSignature.length; chunks.at(-1)?.type !== 'IEND';) {
    const length = bytes.readUInt32BE(at);
    const named = bytes.subarray(at + 4, at + 8 + length);
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(named)) throw new RangeError('checksum');
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

const [startOfImage, endOfImage] = [0xffd8, 0xffd9];
/** The JPEG frames that PDF readers decode: baseline, extended and progressive. */
const frames = [0xffc0, 0xffc1, 0xffc2];
const startOfScan = 0xffda;

/** Returns whether the image is a complete JPEG with eight bits per sample, in gray, YCbCr or CMYK. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.readUInt16BE(0) !== startOfImage) return false;
  if (bytes.readUInt16BE(bytes.length - 2) !== endOfImage) return false;
  for (let at = 2; at < bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xff00 || marker === startOfScan) return false;
    if (frames.includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      const isSampled = bytes[at + 4] === 8 && [1, 3, 4].includes(bytes[at + 9] ?? 0);
      return isSampled && isDrawable(width, height);
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

const isDrawable = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= sideMax && height <= sideMax;
