/**
 * Returns the CPU milliseconds per call, averaged over many calls.
 * @param {() => unknown} work
 * @param
 * {number} times
 */
export function cpuOf(work, times) {
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}
