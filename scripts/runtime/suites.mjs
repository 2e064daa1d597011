// Selects the test files of a run.

/** Folders that run only with `npm run test:system`, not with `npm test`. */
export const systemFolders = [
  // These suites start, kill, deploy or attack whole systems, run programs that wait, or use a browser.
  'test/browser',
  'test/deploy',
  'test/examples',
  'test/faults',
  'test/hostile',
  'test/mcp',
  'test/oauth',
  'test/plans',
  'test/processes',
  'test/replicas',
  'test/telemetry',
  // These suites validate thousands of mutated documents, and stamp, print and import each golden document.
  'test/golden',
  // These suites wait for connections to break and for messages to be redelivered.
  'packages/kit/src/grpc',
  'packages/kit/src/messaging',
  // These suites do not test the product itself but its setup, the text of its sources and the simulated
  // authority.
  'services/authority-simulator/test',
  'test/setup',
  'test/tidy',
];

/**
 * The test files that take more than two and a half minutes when other files run at the same time, the
 * longest first. The durations in seconds are from a run with three workers on two cores.
 */
export const longestFirst = [
  'test/faults/faults.test.ts', // 838
  'test/faults/cancel-under-kill.test.ts', // 251
  'test/faults/sat-sync-under-kill.test.ts', // 217
  'test/browser/site.test.ts', // 195
  'test/faults/payroll-under-kill.test.ts', // 188
  'test/processes/start-order.test.ts', // 186
  'test/faults/withholding-under-kill.test.ts', // 178
  'test/faults/cancellation-request-under-kill.test.ts', // 156
  'test/oauth/second-factor.test.ts', // 154
  'test/faults/cancel-receipt-under-kill.test.ts', // 154
  'test/faults/webhooks.test.ts', // 154
];

/** @param {readonly string[]} folders */
const pattern = (folders) => `/(${folders.join('|')})/`;

/**
 * @param {string[]} args the arguments for Jest; a leading `--system` selects the system suites
 * @returns {string[]} the arguments for Jest, which exclude the system suites if no path belongs to them
 */
export function suitesOf(args) {
  if (args[0] === '--system') return [pattern(systemFolders), ...args.slice(1)];
  const left = systemFolders.filter((folder) => !args.some((arg) => isAbout(arg, folder)));
  return [...args, `--testPathIgnorePatterns=${pattern(left)}`];
}

/**
 * Whether a path is a folder, is inside the folder, or contains the folder.
 * @param {string} arg
 * @param
 * {string} folder
 */
function isAbout(arg, folder) {
  const path = `${arg.replace(/^\.[/]/, '').replace(/[/]$/, '')}/`;
  return path.startsWith(`${folder}/`) || `${folder}/`.startsWith(path);
}
