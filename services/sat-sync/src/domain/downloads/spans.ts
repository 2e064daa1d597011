/**
 * A span: a period between two local times of issue without a time zone; both times are included.
 */
export interface Span {
  from: string;
  to: string;
}

const instantOf = (local: string): number => Date.parse(`${local}Z`);
const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const second = 1_000;

const plusSeconds = (local: string, seconds: number): string =>
  localOf(instantOf(local) + seconds * second);

/** Returns the first day whose documents the SAT provides, which is six years ago. */
export const oldestOf = (today: string): string =>
  `${Number(today.slice(0, 4)) - 6}${today.slice(4)}`;

/** Divides a period into calendar months, because a request may cover at most one month. */
export function monthsOf(dateFrom: string, dateTo: string, now: string): Span[] {
  const last = `${dateTo}T23:59:59` < now ? `${dateTo}T23:59:59` : now;
  const spans: Span[] = [];
  for (let from = `${dateFrom}T00:00:00`; from < last;) {
    const [year, month] = from.split('-').map(Number) as [number, number];
    const next = localOf(Date.UTC(year, month, 1));
    const end = plusSeconds(next, -1);
    spans.push({ from, to: end < last ? end : last });
    from = next;
  }
  return spans.filter(({ from, to }) => instantOf(to) - instantOf(from) >= 2 * second);
}

/** Returns the two halves of a span, or undefined if the span is too short for two requests. */
export function halvesOf({ from, to }: Span): [Span, Span] | undefined {
  const [start, end] = [instantOf(from), instantOf(to)];
  if (end - start < 5 * second) return undefined;
  const middle = localOf(start + Math.floor((end - start) / 2 / second) * second);
  return [
    { from, to: middle },
    { from: plusSeconds(middle, 1), to },
  ];
}

/**
 * The maximum shift of the end of a span, in seconds. If all shifts were used, the span cannot be
 * requested again.
 */
const shiftsMax = 60;

/**
 * Returns the span with its end shifted by the fewest seconds so that no earlier request used the same
 * start and end. The SAT accepts an identical request only a limited number of times in total.
 * Returns undefined if all shifts of the span were used.
 */
export function unusedSpan({ from, to }: Span, used: ReadonlySet<string>): Span | undefined {
  for (let shift = 0; shift <= shiftsMax; shift += 1) {
    const shifted = plusSeconds(to, shift);
    if (!used.has(shifted)) return { from, to: shifted };
  }
  return undefined;
}

const daysMax = 31;

/**
 * Returns spans that together contain all the given times of issue. Each of these spans ends one
 * second after the last time of issue that it contains. The length of a span is between two seconds
 * and 31 days, as the SAT requires.
 * @param times the times of issue, sorted
 */
export function spansOf(times: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const time of times) {
    const open = spans.at(-1);
    const isNear = open && instantOf(time) - instantOf(open.from) < daysMax * 86_400 * second;
    const end = plusSeconds(time, 1);
    if (isNear) open.to = end > open.to ? end : open.to;
    else spans.push({ from: time, to: plusSeconds(time, 2) });
  }
  return spans;
}
