// What was started, and how all of it ends again.

/** @typedef {(() => Promise<unknown>)[]} Stops what ends each part, in the order of their start */

/**
 * Ends every part, the last started first. One that cannot be ended does not keep the others, because
 * a process that still runs keeps whoever started it from ending.
 * @param {Stops} stops is empty afterwards
 * @throws {AggregateError} of what could not be ended
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
  if (failures.length > 0) throw new AggregateError(failures, `not ended: ${failures.join('; ')}`);
}

/**
 * Starts several parts as one: if a part does not start, those before it are ended again.
 * @template Running
 * @param {(stops: Stops) => Promise<Running>} start pushes what ends a part as soon as it has started it
 * @returns {Promise<Running & { stop(): Promise<void> }>}
 */
export async function startAsOne(start) {
  /** @type {Stops} */
  const stops = [];
  try {
    return { ...(await start(stops)), stop: () => stopAll(stops) };
  } catch (error) {
    // Why it did not start is worth more than what could not be ended either.
    await stopAll(stops).catch(() => {});
    throw error;
  }
}
