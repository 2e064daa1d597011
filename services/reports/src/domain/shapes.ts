import { cfdiShape } from './cfdi-facts';
import { collectionShape } from './collection-facts';
import { expenseShape } from './expense-facts';
import type { FactShape } from './fact-shape';
import { salesShape } from './sales-facts';

/** The shapes of all reports; the jobs and the rebuild process each shape. */
export const shapes: readonly FactShape[] = [cfdiShape, salesShape, expenseShape, collectionShape];
