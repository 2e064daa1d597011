import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object) => api.request('POST', '/v1/settings/series', { body });

describe('201', () => {
  it('createSeries starts at folio 1, and the first series of a kind is the default for that kind', async () => {
    const { status, json } = await create({ code: 'A', kind: 'income' });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      seriesId: expect.any(String),
      code: 'A',
      kind: 'income',
      nextFolio: 1,
      isDefault: true,
      active: true,
      updatedAt: expect.any(String),
    });
    expect((await dataOf(create({ code: 'B', kind: 'income' }))).isDefault).toBe(false);
  });

  it('createSeries makes the new series the default if requested', async () => {
    const first = await dataOf(create({ code: 'N1', kind: 'payroll' }));
    const second = await dataOf(create({ code: 'N2', kind: 'payroll', isDefault: true }));
    const { json } = await api.request('GET', '/v1/settings/series?kind=payroll');
    const isDefault = Object.fromEntries(
      json.data.map((series: { seriesId: string; isDefault: boolean }) => [
        series.seriesId,
        series.isDefault,
      ]),
    );
    expect(isDefault).toEqual({ [first.seriesId]: false, [second.seriesId]: true });
  });

  it('createSeries accepts a first folio that continues the folios of another system', async () => {
    const data = await dataOf(create({ code: 'H', kind: 'income', nextFolio: 48_213 }));
    expect(data.nextFolio).toBe(48_213);
  });

  it('createSeries allows the same code in different kinds', async () => {
    expect((await create({ code: 'SAME', kind: 'transfer' })).status).toBe(201);
    expect((await create({ code: 'SAME', kind: 'credit_note' })).status).toBe(201);
  });

  it('concurrent calls of createSeries leave one default series for a kind', async () => {
    const codes = ['1', '2', '3', '4', '5'];
    const kind = 'withholding';
    await Promise.all(codes.map((code) => dataOf(create({ code, kind, isDefault: true }))));
    const { json } = await api.request('GET', `/v1/settings/series?kind=${kind}`);
    const defaults = json.data.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect([json.data.length, defaults.length]).toEqual([5, 1]);
  });
});

describe('400', () => {
  it('createSeries reports all faults at once', async () => {
    const answer = await create({ code: 'x'.repeat(26), kind: 'receipt', nextFolio: 0 });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'code: too_big',
      'kind: invalid_value',
      'nextFolio: too_small',
    ]);
  });

  it.each([
    [{ kind: 'income' }, 'code: required'],
    [{ code: 'A' }, 'kind: required'],
    [{ code: 'A|B', kind: 'income' }, 'code: character_not_allowed'],
    [{ code: 'A  B', kind: 'income' }, 'code: series_code_invalid'],
    [{ code: 'Z', kind: 'income', nextFolio: 1.5 }, 'nextFolio: invalid_type'],
    [{ code: 'Z', kind: 'income', nextFolio: 1e12 }, 'nextFolio: too_big'],
  ])('createSeries refuses %j', async (body, expected) => {
    expect(issuesOf(await create(body))).toEqual([expected]);
  });
});

describe('409 conflict', () => {
  it('createSeries refuses the code of another series of the same kind', async () => {
    await create({ code: 'TWICE', kind: 'income' });
    const answer = await create({ code: 'TWICE', kind: 'income' });
    expect(refusalOf(answer)).toBe('409 conflict code_taken');
    expect(issuesOf(answer)).toEqual(['code: code_taken']);
  });
});
