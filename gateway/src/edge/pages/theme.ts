import { itemAt } from '@timbre/fiscal';
/** The accent color of documents if the organization has set none. */
export const neutralAccent = '1f5673';

/** The minimum contrast of WCAG 2.2 (1.4.3) between text and its background. */
const contrastMin = 4.5;

/**
 * Returns the style variables for an organization's color. A light color is darkened, so that white
 * text on the accent color, and accent-colored text on white or on the tint, are always readable.
 * @param color contains six hexadecimal digits
 */
export function brandStyle(color: string): string {
  let accent = channelsOf(color);
  while (contrast(accent, tintOf(accent)) < contrastMin) accent = mixed(accent, black, 0.08);
  return `:root{--accent:${hex(accent)};--tint:${hex(tintOf(accent))}}`;
}

type Channels = readonly number[];

const black: Channels = [0, 0, 0];
const white: Channels = [255, 255, 255];

const tintOf = (accent: Channels): Channels => mixed(accent, white, 0.93);

const mixed = (color: Channels, other: Channels, share: number): Channels =>
  color.map((part, index) => Math.round(part + (itemAt(other, index) - part) * share));

const channelsOf = (color: string): Channels =>
  [0, 2, 4].map((start) => parseInt(color.slice(start, start + 2), 16));

const hex = (color: Channels): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/**
 * Returns the contrast ratio of two colors according to WCAG 2.2. The first color must be the
 * darker one.
 */
export const contrast = (dark: Channels, light: Channels): number =>
  (luminance(light) + 0.05) / (luminance(dark) + 0.05);

function luminance(color: Channels): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
