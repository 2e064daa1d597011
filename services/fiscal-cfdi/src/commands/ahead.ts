import { parseArgs } from 'node:util';
import { createRun, instantOf, isIdentifier, StartError, type Runtime } from '@timbre/kit';
import {
  bringAhead,
  type AheadCounts,
  type RecoveryProviders,
  type XmlFile,
} from '../workflows/recovery/bring-ahead';

const options = {
  since: { type: 'string' },
  organization: { type: 'string' },
  from: { type: 'string' },
  'status-from': { type: 'string' },
  apply: { type: 'boolean' },
} as const;

const usage =
  'ahead --since TIME [--organization ID] [--from FOLDER-OR-ZIP] [--status-from DATE] [--apply]; ' +
  'TIME is an instant such as 2026-11-21T09:00:00Z.';

/** The functions that the command gets from its process. */
export interface AheadParts {
  /** Returns the organizations that issue documents. */
  organizations: () => Promise<string[]>;
  /** Returns the XML files in a folder or in a ZIP file. */
  files: (path: string) => AsyncIterable<XmlFile>;
  write: (line: string) => void;
  progress: (text: string) => void;
}

/**
 * Runs the command `/app/start fiscal-cfdi ahead --since TIME`, after a restore. The command lists the
 * documents that were stamped or canceled after the restored point as lines of JSON; with `--apply` it
 * stores them. The command may run again at any time.
 * @returns the exit code: 0 if nothing is left to do, 1 if something is ahead, refused or unanswered
 */
export async function runAhead(
  runtime: Runtime<RecoveryProviders>,
  args: string[],
  parts: AheadParts,
): Promise<0 | 1> {
  const { since, organization, from, statusFrom, isApplied } = requestOf(args);
  const organizations = organization === undefined ? await parts.organizations() : [organization];
  let isLeft = false;
  for (const [index, organizationId] of organizations.entries()) {
    const report = {
      line: (values: object) => parts.write(JSON.stringify({ organizationId, ...values })),
      progress: (text: string) =>
        parts.progress(`${index + 1} of ${organizations.length} organizations: ${text}`),
    };
    const run = createRun(runtime, {
      organizationId,
      environment: runtime.environment,
      actor: 'operator',
      permissions: [],
      requestId: `ahead_${runtime.newId()}`,
      deadlineMs: Infinity,
    });
    const files = from === undefined ? noFiles : () => parts.files(from);
    const request = { sinceMs: since.getTime(), statusFrom, isApplied, files };
    const counts = await bringAhead(run, runtime.providers, request, report);
    report.line({ ...counts, isApplied });
    isLeft ||= hasMore(counts, isApplied);
  }
  return isLeft ? 1 : 0;
}

async function* noFiles(): AsyncGenerator<XmlFile> {}

function hasMore(counts: AheadCounts, isApplied: boolean): boolean {
  const { repaired, imported, canceled, refused, unanswered, open } = counts;
  const left = refused + unanswered + open;
  return left + (isApplied ? 0 : repaired + imported + canceled) > 0;
}

const datePattern = /^\d{4}-\d\d-\d\d$/;
/** The first date of CFDI 3.3; no document that can be canceled is older. */
const firstDate = '2017-01-01';

function requestOf(args: string[]) {
  const values = parsed(args);
  const { since = '', organization, from, apply = false } = values;
  const { 'status-from': statusFrom = firstDate } = values;
  const instant = instantOf(since);
  const isSound =
    instant !== undefined &&
    (organization === undefined || isIdentifier(organization)) &&
    datePattern.test(statusFrom);
  if (!isSound) throw new StartError(`usage: ${usage}`);
  return { since: instant, organization, from, statusFrom, isApplied: apply };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new StartError(`usage: ${usage}`);
  }
}
