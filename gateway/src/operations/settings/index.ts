import { createSeries } from './create-series';
import { listSeries } from './list-series';
import { updateSeries } from './update-series';

export const settings = [createSeries, listSeries, updateSeries];
