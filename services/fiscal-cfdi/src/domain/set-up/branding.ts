/** The look of an organization's printed documents; neutral by default. */
export interface Branding {
  /** `#RRGGBB`; darkened if it is too light to read on white. */
  readonly accentColor?: string;
  /** PNG or JPEG; shown above the issuer's name. */
  readonly logo?: Uint8Array;
  /** A line at the foot of every page. */
  readonly footer?: string;
}
