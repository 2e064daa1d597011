import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid, Refusal } from '@timbre/kit';
import type Provider from 'oidc-provider';
import type { AuthorizationServer } from '../../identity';
import { readForm } from '../pages/form';
import type { PageRequest } from '../pages/answer-link';

/** The dependencies of the login and consent pages. */
export type InteractionParts = Omit<AuthorizationServer, 'provider' | 'limit' | 'logger'>;

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/**
 * A request for a page of the authorization server, with the client application and with the
 * interaction that the cookie identifies.
 */
export interface LoginRequest extends InteractionParts {
  pageRequest: PageRequest;
  provider: Provider;
  interaction: Interaction;
  client: Client;
  here: string;
}

/**
 * - authorization_failed: no authorization is in progress here; start again in the application
 */
export const authorizationFailed = (cause?: unknown): Refusal =>
  new Refusal('not_found', 'No interaction waits here.', { reason: 'authorization_failed' }, cause);

/**
 * Reads the interaction (a login in progress) that the page's URL names. The browser must also send
 * the interaction's cookie, so the URL alone is useless.
 * @throws Refusal not_found (authorization_failed)
 */
export async function openInteraction(
  parts: InteractionParts,
  provider: Provider,
  pageRequest: PageRequest,
  uid: string,
  here: string,
): Promise<LoginRequest> {
  const { request, response } = pageRequest;
  const interaction = await provider
    .interactionDetails(request, response)
    .catch((cause: unknown) => {
      throw (cause as Error).name === 'SessionNotFound' ? authorizationFailed(cause) : cause;
    });
  const clientId = interaction.params['client_id'];
  const client = await provider.Client.find(String(clientId));
  if (interaction.uid !== uid || !client) throw authorizationFailed();
  return { ...parts, pageRequest, provider, interaction, client, here };
}

/** Returns the name under which a client application registered, shortened to one line. */
export function nameOf({ clientName, clientId }: Client): string {
  const name = (clientName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? clientId.slice(0, 80) : name.slice(0, 80);
}

/**
 * Returns the token that the forms of a page contain. A form on another site cannot contain the
 * right token.
 */
export const formTokenOf = ({ formKey, interaction }: LoginRequest): string =>
  createHmac('sha256', formKey).update(interaction.uid).digest('base64url');

/**
 * - form_unreadable: the form was not sent completely; send it again
 * @throws Refusal validation_error for a form that was not rendered for this page
 */
export async function sentForm(login: LoginRequest): Promise<URLSearchParams> {
  const form = await readForm(login.pageRequest.request);
  const [given, wanted] = [form.get('token') ?? '', formTokenOf(login)].map((one) =>
    Buffer.from(one),
  ) as [Buffer, Buffer];
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return form;
  throw invalid([
    { path: ['token'], code: 'form_unreadable', message: 'The form is not complete.' },
  ]);
}

/**
 * Completes the login of the interaction.
 * @param methods states how the person was authenticated (RFC 8176 values); `ext` for another
 * provider
 */
export async function logIn(
  { pageRequest, provider, interaction }: LoginRequest,
  accountId: string,
  methods: ('otp' | 'mfa' | 'ext')[],
): Promise<void> {
  await leaveSession(provider, interaction);
  const result = { login: { accountId, amr: methods } };
  // The data that was recorded in this interaction does not apply to the next interaction.
  const options = { mergeWithLastSubmission: false };
  await provider.interactionFinished(pageRequest.request, pageRequest.response, result, options);
}

/** Ends the person's login, because another person wants to log in. */
export async function logInAsOther({
  pageRequest,
  provider,
  interaction,
}: LoginRequest): Promise<void> {
  await leaveSession(provider, interaction);
  const { request, response } = pageRequest;
  // Without merging, the previous person's login is dropped.
  await provider.interactionFinished(request, response, {}, { mergeWithLastSubmission: false });
}

/** Returns the person who is logged in. */
export function userIdOf({ interaction }: LoginRequest): string {
  const userId = interaction.session?.accountId;
  if (userId === undefined) throw authorizationFailed();
  return userId;
}

/** Ends the login session of this browser. */
async function leaveSession(provider: Provider, interaction: Interaction): Promise<void> {
  const uid = interaction.session?.uid;
  if (uid === undefined) return;
  await (await provider.Session.findByUid(uid))?.destroy();
  // The interaction continues with a new session.
  delete (interaction as { session?: unknown }).session;
  await interaction.persist();
}
