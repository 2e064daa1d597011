/**
 * The largest accepted difference between the clock of this host and the PACs' clocks. If the host is
 * ahead, a PAC refuses the Fecha as a date in the future. If the host is behind, less time is left to stamp
 * the document. Facts: reliability.md §8.
 */
export const skewMsMax = 60_000;

export const isSkewed = (skewMs: number | undefined): skewMs is number =>
  skewMs !== undefined && Math.abs(skewMs) > skewMsMax;
