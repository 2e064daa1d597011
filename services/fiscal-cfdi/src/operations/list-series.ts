import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { seriesList } from '../store/set-up/series';

export const listSeries = query((read, { kind, page }: fiscalCfdi.ListSeriesRequest) =>
  read.page(seriesList, page, kind ? [['r.kind = $1', kind]] : []),
);
