/**
 * The largest allowed difference between the clock of this host and the PACs' clocks. If this host's clock
 * is ahead, a PAC refuses the Fecha as a date in the future. If this host's clock is behind, less time
 * remains to stamp the document. The facts are in reliability.md §8.
 */
export const skewMsMax = 60_000;

export const isSkewed = (skewMs: number | undefined): skewMs is number =>
  skewMs !== undefined && Math.abs(skewMs) > skewMsMax;
