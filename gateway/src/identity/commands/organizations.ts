import { archive, end, restore } from '../operations/archive-organization';
import { isInvited } from '../store/members';
import { organizationsForOperator, withNameLocked } from '../store/organizations';
import { demandSecondFactor } from '../workflows/demand-second-factor';
import { bootstrap } from './bootstrap';
import { inviteTo } from './members';
import {
  contextOf,
  dataOf,
  type Work,
  type OperatorParts,
  type OptionReader,
} from './operator-parts';

/**
 * Creates an organization and an API key for the organization. With --if-missing, the command
 * creates nothing if an organization with this name exists. With --without-key, the new
 * organization gets no API key. With --owner, the command invites the first member.
 */
export const createOrganization: Work = async (parts, read) => {
  const made = await madeOrganization(parts, read);
  const email = read.optional('owner');
  if (email === undefined) return made;
  if (await isInvited(parts.systemPool, made.organizationId, email)) return made;
  const context = await contextOf(parts, made.organizationId);
  return { ...made, owner: await inviteTo(parts, context, email, 'owner') };
};

async function madeOrganization(
  { systemPool, databaseUrl, runtime: { environment } }: OperatorParts,
  read: OptionReader,
): Promise<{ organizationId: string; apiKey?: string; isCreated?: boolean }> {
  const name = read.text('name');
  const hasKey = !read.flag('without-key');
  if (!read.flag('if-missing')) return bootstrap(databaseUrl, environment, name, hasKey);
  // If two commands run concurrently, the second command finds the organization that the first
  // command created.
  return withNameLocked(systemPool, name, async (known) => {
    if (known !== undefined) return { organizationId: known, isCreated: false };
    const made = await bootstrap(databaseUrl, environment, name, hasKey);
    return { ...made, isCreated: true };
  });
}

export const listOrganizations: Work = async ({ systemPool }) => ({
  organizations: await organizationsForOperator(systemPool),
});

const changes =
  (operation: typeof archive): Work =>
  async ({ runtime }, read) =>
    dataOf(await operation.run(runtime, await read.context(), undefined));

export const archiveOrganization = changes(archive);
export const restoreOrganization = changes(restore);
export const deleteOrganization = changes(end);

/**
 * Makes an organization require a second factor from its members; with --off, the command removes
 * the requirement.
 */
export const demandFactor: Work = async ({ runtime }, read) => {
  const isDemanded = !read.flag('off');
  const context = await read.context();
  await demandSecondFactor(runtime, context, { isDemanded });
  return { organizationId: context.organizationId, demandsSecondFactor: isDemanded };
};
