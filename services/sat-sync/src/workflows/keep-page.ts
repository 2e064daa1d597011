import type { Run } from '@timbre/kit';
import { SatFault } from '../domain/sat-fault';
import { keepPage } from '../store/kept-pages';

/**
 * Runs work. If a function throws a SatFault with a web page, the page is stored for support for
 * seven days, and the fault is rethrown. The stored page has no form values, no scripts and no
 * addresses with session identifiers (`supportText`).
 */
export async function keepingPages<T>(
  run: Run,
  source: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SatFault && error.page !== undefined) {
      const { message: reason, page: content } = error;
      await run.step((tx) => Promise.resolve(keepPage(tx, { source, reason, content })));
    }
    throw error;
  }
}
