import { isIP } from 'node:net';
import { permissions, permissionsOf, type Permission, type PermissionArea } from '@timbre/api';
import { allowFormTarget } from '../pages/headers';
import type { View } from '../pages/page';
import {
  formTokenOf,
  logInAsOther,
  nameOf,
  sentForm,
  userIdOf,
  type LoginRequest,
} from './interaction';
import { isExternal } from './second-factor';
import { lifetimes, personContext, type Membership } from '../../identity';

/**
 * Returns the page that shows the requested permissions. If the person must first choose an
 * organization, the function returns the page for that choice.
 */
export async function consentPage(login: LoginRequest): Promise<View> {
  const { pageRequest, users, client, interaction } = login;
  const { consent } = pageRequest.frame.words;
  const userId = userIdOf(login);
  const [memberships, email] = await Promise.all([
    users.membershipsOf(userId),
    users.emailOf(userId),
  ]);
  const [, query = ''] = pageRequest.request.url.split('?');
  const chosen = chosenOf(memberships, new URLSearchParams(query).get('organization'));
  if (!chosen) {
    const data = { client: nameOf(client), organizations: memberships };
    return { template: 'consent-organization', title: consent.organizationTitle, data };
  }
  const account = `${login.here}/factor`;
  if (await isDemanded(login, chosen)) {
    const { demandedTitle: title } = pageRequest.frame.words.secondFactor;
    return { template: 'factor-demanded', title, data: { account, name: chosen.name } };
  }
  const { redirect_uri: redirectUri } = interaction.params as { redirect_uri: string };
  allowFormTarget(pageRequest.response, redirectUri);
  const { organizationId: id, name } = chosen;
  const offered = offeredOf(login, chosen);
  const said = (names: Permission[], areas: Partial<Record<PermissionArea, string>>) =>
    names.map((one) => ({ name: one, text: areas[areaOf(one)] ?? consent.areas[areaOf(one)] }));
  return {
    template: 'consent',
    title: consent.title(nameOf(client)),
    data: {
      email,
      organization: { id, name },
      token: formTokenOf(login),
      account,
      ...returnTo(redirectUri),
      reads: said(offered.filter(isRead), consent.readAreas),
      writes: said(
        offered.filter((one) => !isRead(one)),
        consent.areas,
      ),
    },
  };
}

/**
 * Processes the form of the consent page. After the form was processed, the browser returns to the
 * application, or to the login page if the person wants to log in as another user.
 */
export async function sendConsent(login: LoginRequest): Promise<void> {
  const { pageRequest, provider, users } = login;
  const { request, response } = pageRequest;
  const form = await sentForm(login);
  const decision = form.get('decision');
  if (decision === 'other') return logInAsOther(login);
  const memberships = await users.membershipsOf(userIdOf(login));
  const chosen = chosenOf(memberships, form.get('organization'));
  const wanted = new Set(form.getAll('permission'));
  const granted =
    chosen && !(await isDemanded(login, chosen))
      ? offeredOf(login, chosen).filter((name) => isRead(name) || wanted.has(name))
      : [];
  if (decision !== 'allow' || !chosen || granted.length === 0) {
    const denied = { error: 'access_denied', error_description: 'the member did not agree' };
    return provider.interactionFinished(request, response, denied);
  }
  const grantId = await grant(login, chosen, granted);
  await provider.interactionFinished(request, response, { consent: { grantId } });
}

async function grant(
  login: LoginRequest,
  { organizationId }: Membership,
  granted: Permission[],
): Promise<string> {
  const { pageRequest, provider, interaction, client, applications, environment } = login;
  const userId = userIdOf(login);
  const made = new provider.Grant({ accountId: userId, clientId: client.clientId });
  const { missingOIDCScope } = interaction.prompt.details as { missingOIDCScope?: string[] };
  if (missingOIDCScope) made.addOIDCScope(missingOIDCScope.join(' '));
  const isGranted = new Set<string>(granted);
  for (const [resource, scopes] of Object.entries(askedOf(login))) {
    const given = scopes.filter((one) => isGranted.has(one));
    const kept = scopes.filter((one) => !isGranted.has(one));
    if (given.length > 0) made.addResourceScope(resource, given.join(' '));
    if (kept.length > 0) made.rejectResourceScope(resource, kept.join(' '));
  }
  const id = await made.save();
  const { redirect_uri: redirectUri } = interaction.params as { redirect_uri: string };
  await applications.connect(
    personContext({
      organizationId,
      environment,
      actor: `user:${userId}`,
      requestId: pageRequest.requestId,
    }),
    {
      id,
      userId,
      clientId: client.clientId,
      clientName: nameOf(client),
      scope: granted,
      redirectHost: returnTo(redirectUri).host,
      expiresAt: new Date(Date.now() + lifetimes.Grant * 1_000),
    },
  );
  return id;
}

/** Returns the membership that the person chose. A single membership counts as chosen. */
const chosenOf = (memberships: Membership[], id: string | null): Membership | undefined =>
  memberships.length === 1
    ? memberships[0]
    : memberships.find(({ organizationId }) => organizationId === id);

/**
 * Whether the organization requires a second factor that the person does not have. For a person who
 * logs in at another provider, that provider's factors count.
 */
const isDemanded = async (login: LoginRequest, { demandsSecondFactor }: Membership) =>
  demandsSecondFactor &&
  !isExternal(login) &&
  (await login.secondFactors.of(userIdOf(login))) === undefined;

/** Returns the requested scopes, keyed by resource. */
const askedOf = ({ interaction }: LoginRequest): Record<string, string[]> =>
  (interaction.prompt.details as { missingResourceScopes?: Record<string, string[]> })
    .missingResourceScopes ?? {};

/** Returns the requested permissions that the role has, in the standard order of permissions. */
function offeredOf(login: LoginRequest, { role }: Membership): Permission[] {
  const asked = new Set(Object.values(askedOf(login)).flat());
  const held = new Set<string>(permissionsOf(role));
  return permissions.filter((name) => asked.has(name) && held.has(name));
}

const isRead = (permission: Permission): boolean => permission.endsWith(':read');

const areaOf = (permission: Permission) => permission.split(':')[0] as PermissionArea;

/**
 * Returns the host to which the browser will be redirected, and whether it is the person's own
 * machine. A local address proves nothing about the client, because any client can register a local
 * address.
 */
function returnTo(redirectUri: string): { host: string; isLocal: boolean } {
  const { hostname, host, protocol } = new URL(redirectUri);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  if (!isWeb) return { host: protocol, isLocal: true };
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isLoopback =
    bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
  return { host, isLocal: isLoopback };
}
