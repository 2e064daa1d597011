import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid, Refusal } from '@timbre/kit';
import type Provider from 'oidc-provider';
import { networkOf, type AuthorizationServer } from '../../identity';
import { readForm } from '../pages/form';
import type { View } from '../pages/page';
import type { PageRequest } from '../pages/answer-link';

/** The dependencies of the pages of login and consent. */
export type InteractionParts = Omit<AuthorizationServer, 'provider' | 'limit' | 'logger'>;

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/**
 * A request for a page of the authorization server, with the interaction that its cookie identifies
 * and the client application.
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
 * Reads the interaction (a login in progress) in the address of the page. The browser must also
 * send the cookie of the interaction, so the address alone is useless.
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

/** Returns the name that a client application has registered for itself, shortened to one line. */
export function nameOf({ clientName, clientId }: Client): string {
  const name = (clientName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? clientId.slice(0, 80) : name.slice(0, 80);
}

/** Returns the token that the forms of a page contain. A form on another site cannot know it. */
export const formTokenOf = ({ formKey, interaction }: LoginRequest): string =>
  createHmac('sha256', formKey).update(interaction.uid).digest('base64url');

/**
 * - form_unreadable: the form was not sent completely; send it again
 * @throws Refusal validation_error for a form that does not belong to this page
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
 * Returns the login page, which asks for an e-mail address and then for the code that was sent to
 * this address.
 */
export async function loginPage(
  login: LoginRequest,
  more: { fault?: string; email?: string } = {},
): Promise<View> {
  const { pageRequest, interaction, client, codes, upstream, here } = login;
  const { login: words } = pageRequest.frame.words;
  const waiting = await codes.addressOf(interaction.uid);
  return {
    template: 'login',
    title: waiting ? words.codeTitle : words.title,
    data: {
      waiting,
      client: nameOf(client),
      token: formTokenOf(login),
      ...more,
      ...(upstream && { upstream: `${here}/upstream` }),
    },
  };
}

/**
 * Processes a form that the login page sent.
 * @returns undefined once the person is logged in
 */
export async function sendLogin(
  login: LoginRequest,
): Promise<View | { location: string } | undefined> {
  const { pageRequest, interaction, codes, here } = login;
  const { faults } = pageRequest.frame.words.login;
  const form = await sentForm(login);
  const network = networkOf(pageRequest.request.ip ?? '');
  switch (form.get('step')) {
    case 'email': {
      const email = (form.get('email') ?? '').trim();
      const isAddress = email.length <= 254 && /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/.test(email);
      if (!isAddress) return loginPage(login, { fault: faults.email, email });
      await codes.request(interaction.uid, email, network);
      return { location: here };
    }
    case 'again': {
      const email = await codes.addressOf(interaction.uid);
      if (email !== undefined) await codes.request(interaction.uid, email, network);
      return { location: here };
    }
    case 'other':
      await codes.forget(interaction.uid);
      return { location: here };
    case null:
    default: {
      const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
      const checked = await codes.check(interaction.uid, code);
      if ('fault' in checked) return loginPage(login, { fault: faults[checked.fault] });
      await logIn(login, checked.userId, 'otp');
      return undefined;
    }
  }
}

/**
 * Completes the login of the interaction.
 * @param method how the person was authenticated (RFC 8176)
 */
export async function logIn(
  { pageRequest, provider, interaction }: LoginRequest,
  accountId: string,
  method: 'otp' | 'ext',
): Promise<void> {
  await leaveSession(provider, interaction);
  const result = { login: { accountId, amr: [method] } };
  await provider.interactionFinished(pageRequest.request, pageRequest.response, result);
}

/** Ends the login session of this browser. */
export async function leaveSession(provider: Provider, interaction: Interaction): Promise<void> {
  const uid = interaction.session?.uid;
  if (uid === undefined) return;
  await (await provider.Session.findByUid(uid))?.destroy();
  // The interaction continues with a new session.
  delete (interaction as { session?: unknown }).session;
  await interaction.persist();
}
