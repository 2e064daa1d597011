import { create } from 'qrcode';

/** A QR code that is drawn as one SVG path. */
export interface QrCode {
  /** The number of modules per side, without the margin. */
  size: number;
  path: string;
}

export function qrCodeOf(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from({ length: size * size }, (_, index) => index).filter((one) => data[one]);
  const path = dark.map((one) => `M${one % size} ${Math.floor(one / size)}h1v1h-1z`).join('');
  return { size, path };
}
