import type { Logger } from './logger';
import { countSurvived } from './metrics';

/**
 * Returns an error handler for a failure after which the caller continues. The handler logs and
 * counts the failure.
 * @param step is the name of the failed step, which is the beginning of the sentence "… failed"
 */
export const survived =
  (logger: Logger, step: string) =>
  (error: unknown): undefined => {
    countSurvived(step);
    logger.warn({ err: error }, `${step} failed; the work goes on without it`);
  };
