import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Api } from '@timbre/testkit/client';

/**
 * A block of commands on a page, with the responses that the page shows below the block and with the
 * actual output.
 */
interface PageCall {
  command: string;
  shown: string[];
  printed: string;
}

/** The shell function of the quick start that all pages use. */
const [showFunction = ''] =
  /^show\(\) \{\n.*?^\}\n/ms.exec(
    readFileSync(join(__dirname, '..', '..', 'docs', 'site', 'quick-start.md'), 'utf8'),
  ) ?? [];

/** The text that separates the outputs of two blocks; it occurs in no response. */
const separator = '\u001e';

/**
 * Returns the `sh` blocks of a page, each with the `json` blocks before the next `sh` block.
 */
export function callsOf(text: string): PageCall[] {
  const calls: PageCall[] = [];
  for (const [, language, content = ''] of text.matchAll(/^```(sh|json)\n(.*?)^```/gms)) {
    if (language === 'sh') calls.push({ command: content, shown: [], printed: '' });
    else calls.at(-1)?.shown.push(content);
  }
  return calls;
}

/**
 * Runs the blocks of a page in one shell and a new folder, as a reader would do.
 * @param files the contents of files in the folder, keyed by their paths
 * @param stops whether the shell ends at the first command that fails; an interactive shell would
 * continue
 */
export function runPage(
  text: string,
  { baseUrl, apiKey }: Pick<Api, 'baseUrl' | 'apiKey'>,
  { files = {}, stops = true }: { files?: Record<string, string>; stops?: boolean } = {},
) {
  const calls = callsOf(text);
  const cwd = mkdtempSync(join(tmpdir(), 'timbre-page-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
  const commands = calls.map(({ command }) => `${command}\nprintf '${separator}'\n`);
  const { stdout, stderr, status } = spawnSync('sh', stops ? ['-e'] : [], {
    cwd,
    encoding: 'utf8',
    input: [showFunction, ...commands].join(''),
    env: { ...process.env, API: baseUrl, KEY: apiKey },
    timeout: 120_000,
  });
  rmSync(cwd, { recursive: true });
  const printed = stdout.split(separator);
  return {
    status,
    stderr,
    calls: calls.map((call, at) => ({ ...call, printed: printed[at] ?? '' })),
  };
}

/**
 * Returns the parts of a block's output and of the page's responses that do not change between runs.
 * The two parts must be equal.
 */
export function compared({ printed, shown }: PageCall): { printed: unknown; shown: unknown } {
  const lines = printed.split('\n').filter((line) => line !== '');
  const expected = shown.map(steady);
  // If the page shows no response for a block, the call must at least succeed.
  if (expected.length === 0)
    return { printed: lines.filter((line) => line.startsWith('{"error":')), shown: [] };
  return { printed: shortened(lines.map(steady), expected), shown: expected };
}

const changing = /Id$|At$|Ref$|^asOf$|^uuid$|[uU]rl$|DateTime$|Date$|On$|Number$|^now$/;
const changingText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Returns the response without identifiers, times and days, which differ in each run. */
const steady = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => {
    if (typeof value !== 'string' || value.endsWith('…')) return value;
    return changing.test(key) ? 'string' : value.replaceAll(changingText, 'uuid');
  });

/** Returns the value with texts truncated where the shown text ends with `…`. */
function shortened(value: unknown, shown: unknown): unknown {
  if (typeof value === 'string' && typeof shown === 'string' && shown.endsWith('…'))
    return value.startsWith(shown.slice(0, -1)) ? shown : value;
  if (Array.isArray(value) && Array.isArray(shown))
    return value.map((each, at) => shortened(each, shown[at]));
  if (!isObject(value) || !isObject(shown)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, shortened(each, shown[key])]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
