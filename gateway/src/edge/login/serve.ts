import type { IncomingMessage, ServerResponse } from 'node:http';
import { permissions } from '@timbre/api';
import { Refusal } from '@timbre/kit';
import type { Express, Request, Response } from 'express';
import {
  authorizationPath,
  basePathOf,
  callbackPath,
  defaultScopes,
  interactionPath,
  networkOf,
  registrationPath,
  type AuthorizationServer,
  type Verdict,
} from '../../identity';
import { refusalFor, refuse } from '../http/refuse';
import { refuseWrites } from '../pages/assets';
import { answerPage } from '../pages/serve';
import type { Answer, PageRequest } from '../pages/answer-link';
import { accountPage, sendAccount } from './account';
import { consentPage, sendConsent } from './consent';
import { logIn, openInteraction, type LoginRequest } from './interaction';
import { loginPage, sendLogin } from './login';
import {
  factorPage,
  isFactorMissing,
  mailedUser,
  sendFactor,
  sendMailedFactor,
} from './second-factor';

/** The paths whose requests the authorization server itself answers. */
const endpoints =
  /^(?:\/oauth\/(?:authorize(?:\/[\w-]+)?|token|jwks|register|revoke)|\/\.well-known\/(?:oauth-authorization-server|openid-configuration))$/;

const interactionAddress = /^\/oauth\/interaction\/([\w-]{1,64})(?:\/(upstream|factor))?$/;

/** Serves the authorization server, and the pages on which people log in and give consent. */
export function serveOAuth(app: Express, parts: AuthorizationServer): void {
  const site = { ...parts, basePath: basePathOf(parts.publicUrl) };
  app.use((request, response, next) => {
    const [path = ''] = request.url.split('?');
    const isPage = path.startsWith(`${interactionPath}/`) || path === callbackPath;
    if (!isPage && !endpoints.test(path)) return next();
    comeAsProxied(request, parts.publicUrl);
    if (isPage) {
      void answerPage(site, request, response, (pageRequest) =>
        answerInteraction(parts, pageRequest),
      );
    } else {
      answerEndpoint(parts, path, request, response).catch((error: unknown) => {
        const refusal = refusalFor(error);
        if (refusal.code === 'internal' || response.headersSent) return next(error);
        parts.logger.error({ err: refusal.cause ?? refusal }, 'oauth failed');
        refuse(response, refusal, parts.publicUrl);
        request.resume();
      });
    }
  });
}

/**
 * Rewrites the request's URL to the public URL, regardless of the URL that the client and the
 * proxies used. The authorization server derives the URLs in its responses from the request.
 */
function comeAsProxied(request: Request, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  request.headers.host = host;
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.originalUrl = `${basePathOf(publicUrl)}${request.url}`;
}

async function answerEndpoint(
  parts: AuthorizationServer,
  path: string,
  request: Request,
  response: Response,
): Promise<void> {
  const isRegistration = path === registrationPath && request.method === 'POST';
  const isMetadata = path.startsWith('/.well-known/');
  const verdict = isMetadata ? undefined : await consumeQuotaOf(parts, request, isRegistration);
  if (verdict && !verdict.isAllowed) {
    response.setHeader('Retry-After', verdict.retryAfterSeconds);
    response.status(429).json({
      error: 'temporarily_unavailable',
      error_description: 'too many requests',
    });
    return void request.resume();
  }
  if (path === authorizationPath) {
    request.url = withScope(request.url);
    request.originalUrl = `${basePathOf(parts.publicUrl)}${request.url}`;
  }
  const provider = await parts.provider();
  await provider.callback()(request as IncomingMessage, response as ServerResponse);
}

const consumeQuotaOf = (
  { limit }: AuthorizationServer,
  request: Request,
  isRegistration: boolean,
): Promise<Verdict> =>
  limit(`oauth:${networkOf(request.ip ?? '')}`, isRegistration ? 'registration' : 'page');

/**
 * Adds the default scope to a request without a scope, which the authorization server would
 * otherwise reject.
 */
function withScope(url: string): string {
  const [path, query = ''] = url.split('?');
  const search = new URLSearchParams(query);
  const scopes = (search.get('scope') ?? '').split(' ').filter((name) => name !== '');
  const known = new Set<string>(permissions);
  if (scopes.some((name) => known.has(name)) || search.getAll('scope').length > 1) return url;
  search.set('scope', [...scopes, ...defaultScopes].join(' '));
  return `${path}?${search.toString()}`;
}

async function answerInteraction(
  parts: AuthorizationServer,
  pageRequest: PageRequest,
): Promise<Answer | undefined> {
  const { request, response, path, seen } = pageRequest;
  await consumeQuota(parts, request);
  if (path === callbackPath) return forwarded(parts, pageRequest);
  const [, uid, more] = interactionAddress.exec(path) ?? [];
  if (uid === undefined) throw new Refusal('not_found', 'No interaction has this address.');
  const here = `${basePathOf(parts.publicUrl)}${interactionPath}/${uid}`;
  const login = await openInteraction(parts, await parts.provider(), pageRequest, uid, here);
  const { name } = login.interaction.prompt;
  seen.kind = `oauth_${name}`;
  if (more === 'upstream') return upstreamLogin(login);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && request.method !== 'POST') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    throw new Refusal('method_not_allowed', 'The page is read, or sent with its form.');
  }
  if (more === 'factor') seen.kind = 'oauth_account';
  if (name === 'login') {
    if (more !== undefined) throw new Refusal('not_found', 'Nobody is logged in.');
    return answerLogin(login, isRead);
  }
  if (await isFactorMissing(login)) return isRead ? factorPage(login) : sendFactor(login);
  if (more === 'factor') return isRead ? accountPage(login) : sendAccount(login);
  if (isRead) return consentPage(login);
  await sendConsent(login);
  return undefined;
}

/** Handles a login: first the mailed code, then the second factor if the person has one. */
function answerLogin(login: LoginRequest, isRead: boolean): Promise<Answer | undefined> {
  if (mailedUser(login) === undefined) return isRead ? loginPage(login) : sendLogin(login);
  return isRead ? Promise.resolve(factorPage(login)) : sendMailedFactor(login);
}

/**
 * Redirects the other provider's callback to the URL of the interaction, because the browser sends
 * an interaction's cookie only to that URL.
 */
function forwarded(
  { upstream, publicUrl }: AuthorizationServer,
  { request, response }: PageRequest,
): Answer {
  refuseWrites(request, response);
  const [, query = ''] = request.url.split('?');
  const uid = upstream?.interactionOf(new URLSearchParams(query));
  if (uid === undefined) throw new Refusal('not_found', 'No login waits here.');
  return { location: `${basePathOf(publicUrl)}${interactionPath}/${uid}/upstream?${query}` };
}

/**
 * Redirects the person to the other provider or, when the person returns, processes the result of
 * the login.
 */
async function upstreamLogin(login: LoginRequest): Promise<Answer | undefined> {
  const { pageRequest, upstream, interaction, users } = login;
  const { request, response } = pageRequest;
  refuseWrites(request, response);
  if (!upstream || interaction.prompt.name !== 'login') {
    throw new Refusal('not_found', 'No login waits here.');
  }
  const [, query = ''] = request.url.split('?');
  const search = new URLSearchParams(query);
  if (!search.has('state')) return { location: await upstream.begin(interaction.uid) };
  const known = await upstream.finish(interaction.uid, search);
  const userId = known && (await users.bySubject(upstream.issuer, known.subject, known.email));
  if (userId === undefined || (await users.membershipsOf(userId)).length === 0) {
    return loginPage(login, { fault: await unknownFault(login, known?.email) });
  }
  await logIn(login, userId, ['ext']);
  return undefined;
}

/** Returns the reason for which a person whom the other provider authenticated cannot log in. */
async function unknownFault(
  { users, secondFactors, pageRequest }: LoginRequest,
  email: string | undefined,
): Promise<string> {
  const { faults } = pageRequest.frame.words.login;
  const userId = email === undefined ? undefined : await users.byEmail(email);
  const hasFactor = userId !== undefined && (await secondFactors.of(userId)) !== undefined;
  return hasFactor ? faults.link_refused : faults.user_unknown;
}

async function consumeQuota({ limit }: AuthorizationServer, request: Request): Promise<void> {
  const { isAllowed: isFree, retryAfterSeconds } = await limit(
    `address:${networkOf(request.ip ?? '')}`,
    'page',
  );
  if (isFree) return;
  throw new Refusal('rate_limited', 'Too many requests.', { retryable: true, retryAfterSeconds });
}
