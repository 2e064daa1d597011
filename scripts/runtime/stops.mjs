// Stops the parts of a system that a run has started, such as servers and processes.

/** @typedef {(() => Promise<unknown>)[]} Stops the stop function of each part, in start order */

/**
 * Stops all parts in reverse order of their start. If a part fails to stop, the other parts are stopped
 * nevertheless, because a running child process would keep its parent alive.
 * @param {Stops} stops the stop functions; the list is empty afterwards
 * @throws {AggregateError} the failures
 */
export async function stopAll(stops) {
  const failures = [];
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `not stopped: ${failures.join('; ')}`);
}

/**
 * Starts several parts as one: if a part fails to start, the parts that have already started are
 * stopped.
 * @template Running
 * @param {(stops: Stops) => Promise<Running>} start pushes a stop function as soon as a part has started
 * @returns {Promise<Running & { stop(): Promise<void> }>}
 */
export async function startAsOne(start) {
  /** @type {Stops} */
  const stops = [];
  try {
    return { ...(await start(stops)), stop: () => stopAll(stops) };
  } catch (error) {
    // A failure to stop is ignored here, because the failure to start is reported.
    await stopAll(stops).catch(() => {});
    throw error;
  }
}
