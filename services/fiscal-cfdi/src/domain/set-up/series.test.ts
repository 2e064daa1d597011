import { changeSeries, folioAfter, folioMax, seriesIssues, type SeriesChange } from './series';

const codes = (code: string, nextFolio?: number) =>
  seriesIssues({ code, kind: 'income', nextFolio }).map((issue) => issue.code);

describe('seriesIssues', () => {
  it.each(['A', 'FAC-2026', 'ÑANDÚ', 'A B', 'x'.repeat(25)])(
    'seriesIssues accepts the code "%s"',
    (code) => expect(codes(code)).toEqual([]),
  );

  it.each(['', ' ', ' A', 'A ', 'A  B', 'A|B', 'A\tB', 'x'.repeat(26)])(
    'seriesIssues refuses the code "%s"',
    (code) => expect(codes(code)).toEqual(['series_code_invalid']),
  );

  it.each([
    ['RET', []],
    ['12345678', []],
    ['R-1', ['series_code_invalid']],
    ['123456789', ['series_code_invalid']],
  ])('seriesIssues of a series of withholdings with the code "%s" are %j', (code, expected) => {
    const issues = seriesIssues({ code, kind: 'withholding' });
    expect(issues.map((issue) => issue.code)).toEqual(expected);
  });

  it.each([0, -1, 1.5, NaN, folioMax + 1])('seriesIssues refuses the next folio %d', (folio) =>
    expect(codes('A', folio)).toEqual(['folio_out_of_range']),
  );
});

describe('folioAfter', () => {
  it.each([
    ['A', '41', 42],
    ['A', '0041', 42],
    ['A', `${folioMax - 1}`, folioMax],
    ['A', `${folioMax}`, undefined],
    ['A', 'F-7', undefined],
    ['A', '', undefined],
    ['A', null, undefined],
    [null, '41', undefined],
  ])('after series %j and folio %j the next folio is %j', (series, folio, expected) =>
    expect(folioAfter({ kind: 'income', series, folio })).toBe(expected),
  );
});

describe('changeSeries', () => {
  const plain = { active: true, isDefault: false, nextFolio: 5 };
  const main = { ...plain, isDefault: true };
  const asleep = { ...plain, active: false };

  it.each<[typeof plain, SeriesChange, object]>([
    [plain, {}, plain],
    [plain, { nextFolio: 5 }, plain],
    [plain, { nextFolio: 6 }, { ...plain, nextFolio: 6 }],
    [plain, { nextFolio: 4 }, { reason: 'next_folio_not_upward' }],
    [plain, { isDefault: true }, main],
    [plain, { active: false }, asleep],
    [plain, { active: false, isDefault: true }, { reason: 'series_inactive' }],
    [main, { isDefault: true, active: true }, main],
    [main, { isDefault: false }, { reason: 'series_is_default' }],
    [main, { active: false }, { reason: 'series_is_default' }],
    [main, { active: false, isDefault: false }, { reason: 'series_is_default' }],
    [asleep, { isDefault: true }, { reason: 'series_inactive' }],
    [asleep, { active: true, isDefault: true }, main],
  ])('changeSeries of the series %j by %j results in %j', (series, change, expected) =>
    expect(changeSeries(series, change)).toMatchObject(expected),
  );
});
