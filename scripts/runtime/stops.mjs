// Stop functions of the parts that a run has started.

/** @typedef {(() => Promise<unknown>)[]} Stops a stop function for each part, in start order */

/**
 * Stops every part, the last started part first. If a part fails to stop, the others are stopped all the
 * same, because a running child process would keep its parent from ending.
 * @param {Stops} stops is empty afterwards
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
 * Starts several parts as one: if a part does not start, the parts before it are stopped.
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
