import { parseArgs } from 'node:util';
import { createRun, isIdentifier, StartError, type Runtime } from '@timbre/kit';
import { shapes } from '../domain/shapes';
import { compareFacts } from '../workflows/compare-facts';
import { rebuild, type Owners } from '../workflows/rebuild';

const usage = 'rebuild --organization ID';

/**
 * `/app/start reports rebuild --organization ID` recalculates all facts of an organization from their
 * owning services, compares all sums with the facts, and writes its counts as one line of JSON.
 */
export async function runRebuild(
  runtime: Runtime<{ owners: Owners }>,
  args: string[],
  write: (line: string) => void,
): Promise<void> {
  const organizationId = organizationOf(args);
  const run = createRun(runtime, {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `rebuild_${runtime.newId()}`,
    deadlineMs: Infinity,
  });
  const counted = await rebuild(run, runtime.providers.owners, runtime.now);
  const drifts = await compareFacts(run, shapes);
  write(JSON.stringify({ organizationId, ...counted, repaired: drifts }));
}

function organizationOf(args: string[]): string {
  const { organization = '' } = parsed(args);
  if (!isIdentifier(organization)) throw new StartError(`usage: ${usage}`);
  return organization;
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: { organization: { type: 'string' } } }).values;
  } catch {
    throw new StartError(`usage: ${usage}`);
  }
}
