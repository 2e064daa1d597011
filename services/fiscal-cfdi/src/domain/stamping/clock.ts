/** Facts: reliability.md §8. A PAC refuses a Fecha in the future, and one of a clock that is late soon. */
export const skewMsMax = 60_000;

export const isSkewed = (skewMs: number | undefined): skewMs is number =>
  skewMs !== undefined && Math.abs(skewMs) > skewMsMax;
