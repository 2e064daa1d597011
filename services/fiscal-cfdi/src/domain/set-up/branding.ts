/**
 * The color, logo and footer of an organization's printed documents; without branding, documents have a
 * neutral design.
 */
export interface Branding {
  /** The accent color as `#RRGGBB`; a color that is too light to read on white is darkened. */
  readonly accentColor?: string;
  /** The logo of the organization as PNG or JPEG, printed above the issuer's name. */
  readonly logo?: Uint8Array;
  /** The line at the foot of every printed page. */
  readonly footer?: string;
}
