// Selects the test files of a run.

/** Folders of `test/` whose tests start, kill, deploy or attack whole systems, run programs that wait, or drive a
 * browser. */
const systemFolders = [
  'browser',
  'deploy',
  'examples',
  'faults',
  'hostile',
  'mcp',
  'oauth',
  'plans',
  'processes',
  'replicas',
  'telemetry',
];
const systemPath = `/test/(${systemFolders.join('|')})/`;

/**
 * @param {string[]} args for jest; `--system` before them selects the system suites
 * @returns {string[]} for jest; without a path of a system suite, they exclude these suites
 */
export function suitesOf(args) {
  if (args[0] === '--system') return [systemPath, ...args.slice(1)];
  const isSystem = (/** @type {string} */ arg) => new RegExp(systemPath).test(`/${arg}/`);
  return args.some(isSystem) ? args : [...args, `--testPathIgnorePatterns=${systemPath}`];
}
