// Which test files a run takes.

/** Folders of `test/` whose files start, kill or deploy whole systems: minutes where others take seconds. */
const systemFolders = ['deploy', 'faults', 'processes', 'replicas', 'telemetry'];
const systemPath = `/test/(${systemFolders.join('|')})/`;

/**
 * @param {string[]} args for jest, after `--system` where the system suites are asked for
 * @returns {string[]} for jest: without a path of a system suite, the others
 */
export function suitesOf(args) {
  if (args[0] === '--system') return [systemPath, ...args.slice(1)];
  const isSystem = (/** @type {string} */ arg) => new RegExp(systemPath).test(`/${arg}/`);
  return args.some(isSystem) ? args : [...args, `--testPathIgnorePatterns=${systemPath}`];
}
