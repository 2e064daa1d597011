import type { Branding } from '../domain/set-up/branding';

/** The colors of a page: an accent color and grays. */
export interface Theme {
  readonly accent: string;
  /** The accent color mixed with much white, for areas behind text. */
  readonly tint: string;
  /** The accent color mixed with some white, for content next to an element in the accent color. */
  readonly pale: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly warning: string;
  readonly warningTint: string;
}

const neutralAccent = '#1F5673';
/** An accent color with a luminance (0 to 1) above this value has too little contrast with white. */
const luminanceMax = 0.42;

export function themeOf({ accentColor }: Branding = {}): Theme {
  const isColor = accentColor !== undefined && /^#[0-9a-f]{6}$/i.test(accentColor);
  const accent = readable(isColor ? accentColor : neutralAccent);
  return {
    accent,
    tint: mixed(accent, '#FFFFFF', 0.93),
    pale: mixed(accent, '#FFFFFF', 0.62),
    ink: '#1D2730',
    muted: '#66727C',
    line: '#DCE2E7',
    warning: '#9A5B00',
    warningTint: '#FDF3E1',
  };
}

function readable(color: string): string {
  let shade = color;
  while (luminance(shade) > luminanceMax) shade = mixed(shade, '#000000', 0.12);
  return shade;
}

/** Returns the perceived lightness of a color, from 0 to 1, precise enough to choose a shade. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

function mixed(color: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(color).map((part, index) =>
    Math.round(part + ((others[index] ?? 0) - part) * share),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
