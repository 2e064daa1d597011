import { checkExamples, type ExamplesCheck } from '@timbre/fiscal';
import { readExampleInput } from './read-example';
import { settleHistory } from './settle-history';

/** Runs every example of a file and compares each amount and day with the expected value. */
export const checkSettlementExamples = (file: unknown): ExamplesCheck =>
  checkExamples(file, {
    remarks: ['title', 'source'],
    read: readExampleInput,
    actualOf: settleHistory,
  });
