import { reviewStampingWindow } from './stamping-window';

const HOUR = 3_600_000;
/** In November, 12:00 in Mexico City is 10:00 in Tijuana. */
const noon = Date.UTC(2026, 10, 18, 18);
const codes = (fecha: string, place: string, now = noon) =>
  reviewStampingWindow(fecha, place, now).map(({ code }) => code);

describe('the 72 hours of stamping', () => {
  it('the stamping window ends 72 hours after the hour of issue', () => {
    expect(codes('2026-11-15T12:00:00', '06000')).toEqual([]);
    expect(codes('2026-11-15T11:59:59', '06000')).toEqual(['401']);
  });

  it('the stamping window begins at the hour of issue, with a tolerance of a few minutes for clock skew', () => {
    expect(codes('2026-11-18T12:04:00', '06000')).toEqual([]);
    expect(codes('2026-11-18T12:06:00', '06000')).toEqual(['401']);
  });

  it('the stamping window uses the local time at the place of issue', () => {
    expect(codes('2026-11-18T12:00:00', '22000')).toEqual(['401']);
    expect(codes('2026-11-18T10:00:00', '22000')).toEqual([]);
    expect(codes('2026-11-18T12:00:00', '22000', noon + 2 * HOUR)).toEqual([]);
  });
});
