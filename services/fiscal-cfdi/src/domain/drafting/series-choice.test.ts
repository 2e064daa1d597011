import { seriesChoice } from './series-choice';

const input = { kind: 'income', items: [], seriesId: 's1' };
const series = { id: 's1', kind: 'income', active: true };
const codes = ({ missing, issues }: ReturnType<typeof seriesChoice>) =>
  [...missing, ...issues].map(({ code }) => code);

describe('seriesChoice', () => {
  it.each([
    ['no series', { kind: 'income', items: [] }, undefined, undefined, []],
    ['an active one of the kind', input, series, undefined, []],
    ['one that does not exist', input, undefined, undefined, ['series_not_found']],
    [
      'another kind and inactive',
      input,
      { ...series, kind: 'payroll', active: false },
      undefined,
      ['series_kind', 'series_inactive'],
    ],
    [
      'its own, inactive since',
      input,
      { ...series, active: false },
      { folio: 3, seriesId: 's1' },
      [],
    ],
    [
      'another than that of its folio',
      input,
      series,
      { folio: 3, seriesId: 's2' },
      ['series_fixed'],
    ],
  ])('seriesChoice returns the expected issues for %s', (_, chosen, found, current, expected) => {
    expect(codes(seriesChoice(chosen, found, current))).toEqual(expected);
  });
});
