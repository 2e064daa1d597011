import { createRun, type CallContext, type Transaction } from '@timbre/kit';
import { callContext, untilItWaits } from '@timbre/testkit';
import { createSeries } from '../src/operations/create-series';
import { listSeries } from '../src/operations/list-series';
import { updateSeries } from '../src/operations/update-series';
import { giveSeries } from '../src/store/set-up/series';
import { defaultSeriesId, takeFolio } from '../src/store/stamping/take-folio';
import {
  issueCodes,
  newSeries,
  organizationWithProfile,
  refusal,
  startFiscalCfdi,
  type FiscalCfdi,
} from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

const defaults = async (context = callContext(), kind?: string) => {
  const { data } = await service.page(listSeries, context, { kind });
  return data.filter((series) => series['isDefault']).map((series) => series['code']);
};

describe('createSeries', () => {
  it('createSeries starts at folio 1 and makes the first series of a kind its default', async () => {
    const context = callContext();
    expect(await newSeries(service, context, 'A')).toEqual({
      seriesId: expect.any(String),
      code: 'A',
      kind: 'income',
      nextFolio: 1,
      isDefault: true,
      active: true,
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    expect(await newSeries(service, context, 'B')).toMatchObject({ isDefault: false });
    expect(await newSeries(service, context, 'A', 'payroll')).toMatchObject({ isDefault: true });
    expect(await defaults(context)).toEqual(['A', 'A']);
  });

  it('a new series continues an existing numbering and can become the default', async () => {
    const context = callContext();
    await newSeries(service, context, 'A');
    const more = { nextFolio: 4501, isDefault: true };
    expect(await newSeries(service, context, 'B', 'income', more)).toMatchObject(more);
    expect(await defaults(context)).toEqual(['B']);
  });

  it('createSeries leaves one default when the first two series are created concurrently', async () => {
    const context = callContext();
    await Promise.all(['A', 'B', 'C', 'D'].map((code) => newSeries(service, context, code)));
    expect(await defaults(context)).toHaveLength(1);
  });

  it('createSeries refuses a second series with the same code and kind', async () => {
    const context = callContext();
    await newSeries(service, context, 'A');
    const refused = await refusal(service, createSeries, context, { code: 'A', kind: 'income' });
    expect(refused).toMatchObject({ code: 'conflict', details: { reason: 'code_taken' } });
    expect(issueCodes(refused)).toEqual(['code code_taken']);
  });

  it('createSeries returns every fault at once', async () => {
    const request = { code: 'A|B', kind: 'invoice', nextFolio: 0 };
    const refused = await refusal(service, createSeries, callContext(), request);
    expect(issueCodes(refused)).toEqual([
      'nextFolio folio_out_of_range',
      'code series_code_invalid',
      'kind series_kind_unknown',
    ]);
  });
});

describe('the automatic series', () => {
  const given = { income: 'F', credit_note: 'NC', transfer: 'T', payroll: 'N', payment_complement: 'P', withholding: 'R' }; // prettier-ignore
  const all = async (context: CallContext, kind?: string) => {
    const { data } = await service.page(listSeries, context, { kind });
    return data.map(({ code, isDefault, nextFolio }) => [code, isDefault, nextFolio]);
  };

  it('the automatic series are the defaults of every kind, as soon as there is a fiscal profile', async () => {
    const context = await organizationWithProfile(service);
    const { data } = await service.page(listSeries, context, {});
    const codes = data.map(({ kind, code, isDefault }) => [kind, isDefault && code]);
    expect(Object.fromEntries(codes)).toEqual(given);
    await organizationWithProfile(service, context);
    expect(await all(context)).toHaveLength(6);
  });

  it('the automatic series are added by the next PUT of the profile if the organization does not have them', async () => {
    const context = await organizationWithProfile(service);
    await service.rows('delete from series where org_id = $1', [context.organizationId]);
    await organizationWithProfile(service, context);
    expect(await all(context)).toHaveLength(6);
  });

  it('the automatic series are added to the series that the organization created before its profile', async () => {
    const context = callContext();
    await newSeries(service, context, 'A');
    await organizationWithProfile(service, context);
    expect(await all(context, 'income')).toEqual([['A', true, 1]]);
  });

  it('the automatic series are no longer the default once the organization creates a series', async () => {
    const context = await organizationWithProfile(service);
    await newSeries(service, context, 'A');
    await newSeries(service, context, 'B');
    expect(await all(context, 'income')).toEqual([['B', false, 1], ['A', true, 1], ['F', false, 1]]); // prettier-ignore
  });

  it('the automatic series stay the default of their kind if the organization makes them the default', async () => {
    const context = await organizationWithProfile(service);
    await newSeries(service, context, 'A', 'income', { isDefault: false });
    expect(await defaults(context, 'income')).toEqual(['F']);
    const { data } = await service.page(listSeries, context, { kind: 'payroll' });
    const seriesId = data[0]!['seriesId'] as string;
    await service.answer(updateSeries, context, { seriesId, nextFolio: 7 });
    await newSeries(service, context, 'A', 'payroll');
    expect(await defaults(context, 'payroll')).toEqual(['N']);
  });

  it('an automatic series can be taken over once, by creating a series with its code', async () => {
    const context = await organizationWithProfile(service);
    await newSeries(service, context, 'A');
    const more = { nextFolio: 4501, isDefault: true };
    expect(await newSeries(service, context, 'F', 'income', more)).toMatchObject(more);
    expect(await all(context, 'income')).toEqual([['A', false, 1], ['F', true, 4501]]); // prettier-ignore
    const again = { code: 'F', kind: 'income' };
    expect((await refusal(service, createSeries, context, again)).details.reason).toBe(
      'code_taken',
    );
  });
});

describe('an automatic series that numbers a document', () => {
  const claim = { code: 'F', kind: 'income', nextFolio: 7 };
  const numbered = async (tx: Transaction) => takeFolio(tx, await defaultSeriesId(tx, 'income'));
  const next = async (context: CallContext) => {
    const { data } = await service.page(listSeries, context, { kind: 'income' });
    return data.map(({ code, nextFolio }) => [code, nextFolio]);
  };

  it('an automatic series that numbers a document cannot be taken over', async () => {
    const context = await organizationWithProfile(service);
    await createRun(service.runtime, context).step(numbered);
    const refused = await refusal(service, createSeries, context, claim);
    expect(refused.details.reason).toBe('code_taken');
    expect(await next(context)).toEqual([['F', 2]]);
  });

  it('an automatic series that numbers a document cannot be taken over even before the document is committed', async () => {
    const context = await organizationWithProfile(service);
    const late = await during(context, numbered, () =>
      refusal(service, createSeries, context, claim),
    );
    expect(late.details.reason).toBe('code_taken');
    expect(await next(context)).toEqual([['F', 2]]);
  });

  it('an automatic series that numbers a document makes a concurrent creation of the same series fail with a retryable error', async () => {
    const context = callContext();
    const make = () => refusal(service, createSeries, context, { code: 'A', kind: 'income' });
    expect((await during(context, giveSeries, make)).code).toBe('operation_in_progress');
    expect(await newSeries(service, context, 'A')).toMatchObject({ isDefault: true });
  });
});

/**
 * Starts `other` before the given work commits, and returns the result of `other`. `other` waits for this
 * commit.
 */
async function during<Answer>(
  context: CallContext,
  work: (tx: Transaction) => Promise<unknown>,
  other: () => Promise<Answer>,
): Promise<Answer> {
  return createRun(service.runtime, context)
    .step(async (tx) => {
      await work(tx);
      const answer = other();
      await untilItWaits(service, answer);
      // The result is not awaited before the commit, because `other` waits for the commit.
      return { answer };
    })
    .then(({ answer }) => answer);
}

describe('updateSeries', () => {
  it('updateSeries can only increase the next folio', async () => {
    const context = callContext();
    const { seriesId } = await newSeries(service, context, 'A', 'income', { nextFolio: 10 });
    const change = (nextFolio: number) => ({ seriesId, nextFolio });
    expect(await service.answer(updateSeries, context, change(12))).toMatchObject({
      nextFolio: 12,
    });
    const refused = await refusal(service, updateSeries, context, change(11));
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { reason: 'next_folio_not_upward' },
    });
  });

  it('updateSeries makes another series the default, and a default series cannot be deactivated or lose the default', async () => {
    const context = callContext();
    const a = await newSeries(service, context, 'A');
    const b = await newSeries(service, context, 'B');
    for (const change of [{ isDefault: false }, { active: false }]) {
      const request = { seriesId: a.seriesId, ...change };
      const refused = await refusal(service, updateSeries, context, request);
      expect(refused.details.reason).toBe('series_is_default');
    }
    await service.answer(updateSeries, context, { seriesId: b.seriesId, isDefault: true });
    expect(await defaults(context)).toEqual(['B']);
    const slept = { seriesId: a.seriesId, active: false };
    expect(await service.answer(updateSeries, context, slept)).toMatchObject({ active: false });
    const woken = { seriesId: a.seriesId, isDefault: true };
    expect((await refusal(service, updateSeries, context, woken)).details.reason).toBe(
      'series_inactive',
    );
  });

  it('updateSeries answers 404 for a series of another organization', async () => {
    const { seriesId } = await newSeries(service, callContext(), 'A');
    const request = { seriesId, active: false };
    const refused = await refusal(service, updateSeries, callContext(), request);
    expect(refused.code).toBe('not_found');
  });
});

describe('listSeries', () => {
  it('listSeries filters by kind and pages from newest to oldest', async () => {
    const context = callContext();
    for (const code of ['A', 'B', 'C']) await newSeries(service, context, code);
    await newSeries(service, context, 'N', 'payroll');
    const first = await service.page(listSeries, context, { kind: 'income', page: { limit: 2 } });
    expect(first.data.map((series) => series['code'])).toEqual(['C', 'B']);
    const cursor = first.pagination.nextCursor!;
    const page = { limit: 2, cursor };
    const rest = await service.page(listSeries, context, { kind: 'income', page });
    expect(rest.data.map((series) => series['code'])).toEqual(['A']);
    expect(rest.pagination).toEqual({ nextCursor: null, hasMore: false });
  });
});
