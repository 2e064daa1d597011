import { parseArgs } from 'node:util';
import { createRun, isIdentifier, StartError, type Runtime } from '@timbre/kit';
import { rebuild, type Owners } from '../workflows/rebuild';

const options = { organization: { type: 'string' }, apply: { type: 'boolean' } } as const;

const usage = 'rebuild --organization ID [--apply]';

/**
 * `/app/start accounts rebuild --organization ID [--apply]` writes each difference as one line of
 * JSON, and then prints the number of compared rows.
 * @returns the exit code: 0 if nothing differs or every difference was corrected, 1 if a difference remains
 */
export async function runRebuild(
  runtime: Runtime<{ owners: Owners }>,
  args: string[],
  write: (line: string) => void,
  waitMs?: number,
): Promise<0 | 1> {
  const { organizationId, isApplied } = requestOf(args);
  const run = createRun(runtime, {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `rebuild_${runtime.newId()}`,
    deadlineMs: Infinity,
  });
  const how = { isApplied, ...(waitMs === undefined ? {} : { waitMs }) };
  const { documents, differences } = await rebuild(run, runtime.providers.owners, how);
  for (const difference of differences) {
    const isMended = isApplied && difference.because === undefined;
    write(JSON.stringify({ ...difference, isMended }));
  }
  const left = differences.filter(({ because }) => !isApplied || because !== undefined);
  const counts = { documents, differences: differences.length, left: left.length };
  write(JSON.stringify({ organizationId, ...counts }));
  return left.length > 0 ? 1 : 0;
}

function requestOf(args: string[]): { organizationId: string; isApplied: boolean } {
  const { organization = '', apply = false } = parsed(args);
  if (!isIdentifier(organization)) throw new StartError(`usage: ${usage}`);
  return { organizationId: organization, isApplied: apply };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new StartError(`usage: ${usage}`);
  }
}
