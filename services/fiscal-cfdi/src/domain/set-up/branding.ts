/** The look of an organization's printed documents; neutral by default. */
export interface Branding {
  /** The color as `#RRGGBB`; a color that is too light to read on white is darkened. */
  readonly accentColor?: string;
  /** The logo as PNG or JPEG, printed above the issuer's name. */
  readonly logo?: Uint8Array;
  /** The line at the foot of every page. */
  readonly footer?: string;
}
