/**
 * Facts about clocks: reliability.md §8. A PAC refuses a Fecha in the future. A slow clock shortens the time
 * in which the document can be stamped.
 */
export const skewMsMax = 60_000;

export const isSkewed = (skewMs: number | undefined): skewMs is number =>
  skewMs !== undefined && Math.abs(skewMs) > skewMsMax;
