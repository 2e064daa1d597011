import { createRun, type CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { updateSeries } from '../src/operations/update-series';
import { takeFolio } from '../src/store/stamping/take-folio';
import { newSeries, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi({}, 16)));
afterAll(() => service.close());

class Aborted extends Error {}

/** Returns a transaction that takes a folio and then commits or fails. */
async function numbered(context: CallContext, seriesId: string, isAborted: boolean) {
  const run = createRun(service.runtime, context);
  return run.step(async (tx) => {
    const { folio } = await takeFolio(tx, seriesId);
    if (isAborted) throw new Aborted();
    return folio;
  });
}

describe('takeFolio', () => {
  it('takeFolio leaves no gap and repeats no folio under 16 writers that abort 30 % of the time', async () => {
    const context = callContext();
    const { seriesId } = await newSeries(service, context, 'A', 'income', { nextFolio: 100 });
    const folios: number[] = [];
    let aborted = 0;
    const writer = async (number: number) => {
      for (let pass = 0; pass < 20; pass += 1) {
        // Whether a writer aborts is deterministic, and different for each writer.
        const isAborted = (number * 7 + pass * 3) % 10 < 3;
        await numbered(context, seriesId, isAborted).then(
          (folio) => folios.push(folio),
          (error) => {
            if (!(error instanceof Aborted)) throw error;
            aborted += 1;
          },
        );
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, number) => writer(number)));
    expect(aborted).toBe(96);
    expect(folios.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 320 - 96 }, (_, index) => 100 + index),
    );
    const [row] = await service.rows<{ next_folio: string }>(
      'select next_folio from series where id = $1',
      [seriesId],
    );
    expect(Number(row!.next_folio)).toBe(100 + 320 - 96);
  });

  it('takeFolio returns the code of the series with the folio', async () => {
    const context = callContext();
    const { seriesId } = await newSeries(service, context, 'FAC');
    const taken = await createRun(service.runtime, context).step((tx) => takeFolio(tx, seriesId));
    expect(taken).toEqual({ series: 'FAC', folio: 1 });
  });

  it('takeFolio refuses an inactive series and a series of another organization', async () => {
    const context = callContext();
    await newSeries(service, context, 'A');
    const { seriesId } = await newSeries(service, context, 'B');
    await expect(numbered(callContext(), seriesId, false)).rejects.toMatchObject({
      details: { reason: 'series_inactive' },
    });
    await service.answer(updateSeries, context, { seriesId, active: false });
    await expect(numbered(context, seriesId, false)).rejects.toMatchObject({
      details: { reason: 'series_inactive' },
    });
  });
});
