/**
 * Kills the process at a point that a test configures (`FAILPOINTS=name@n` means at the n-th pass),
 * so that tests can prove that no data is lost. The function does nothing if FAILPOINTS is not set.
 */
const armed = new Map(
  (process.env['FAILPOINTS'] ?? '')
    .split(',')
    .filter((entry) => entry.includes('@'))
    .map((entry) => {
      const [name, pass] = entry.split('@') as [string, string];
      return [name, Number(pass)] as const;
    }),
);

export function failpoint(name: string): void {
  if (armed.size === 0) return;
  const left = armed.get(name);
  if (left === undefined) return;
  if (left <= 1) process.kill(process.pid, 'SIGKILL');
  armed.set(name, left - 1);
}
