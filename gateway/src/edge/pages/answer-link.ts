import { trace } from '@opentelemetry/api';
import {
  conflict,
  pageTokenDigest,
  Refusal,
  unavailable,
  type CallContext,
  type Logger,
} from '@timbre/kit';
import type { Request, Response } from 'express';
import { certain } from '@timbre/fiscal';
import { invitationDigest, networkOf, type OpenInvitation, type RateLimiter } from '../../identity';
import type { FileAnswer } from '../messages/answer';
import type { Backend } from '../operations/operation';
import { refuseWrites } from './assets';
import type { Arrivals } from '../http/arrivals';
import { formBytesMax, readForm, readUpload } from './form';
import type { Letterhead, ReadLetterhead } from './letterhead';
import type { Page, View, PageVisit } from './page';
import type { Frame } from './render';
import { pages } from '.';

export interface PageParts {
  environment: CallContext['environment'];
  publicUrl: string;
  backend: Backend;
  /** Finds the invitation that belongs to a link; see `findInvitation`. */
  findInvitation: (digest: Buffer) => Promise<OpenInvitation>;
  /**
   * Returns whether the organization is archived. The pages of an archived organization can be
   * read, but their forms cannot be submitted.
   */
  isArchived: (organizationId: string) => Promise<boolean>;
  limit: RateLimiter;
  arrivals: Arrivals;
  logger: Logger;
}

export interface Site extends PageParts {
  basePath: string;
  letterheads: ReadLetterhead;
}

/**
 * A request for the page of a link. While the request is processed, the facts for the response and
 * the log are added to this object.
 */
export interface PageRequest {
  path: string;
  requestId: string;
  request: Request;
  response: Response;
  frame: Frame;
  seen: { kind?: string };
}

/** The response to a page request: a page, a redirect to another URL, or a file. */
export type Answer =
  View | { location: string } | (FileAnswer & { disposition: 'inline' | 'attachment' });

const callMs = 28_000;
const noOrganization = '00000000-0000-0000-0000-000000000000';

const address = /^\/(?:p\/([\w-]{22})|invitations\/([\w-]{43}))(?:\/(\w{1,20}))?$/;
const feedAddress = /^\/p\/([\w-]{22})\.ics$/;
const archived = () => conflict('The organization is archived.', 'organization_archived');
const unknown = () => new Refusal('not_found', 'No link has this address.');

/** @throws Refusal not_found for an unknown or expired token, and the refusals of the page */
export async function answerLink(site: Site, pageRequest: PageRequest): Promise<Answer> {
  const { request, frame, seen } = pageRequest;
  const [, place] = pageRequest.path.split('/');
  const route = `/${place}/{token}`;
  trace.getActiveSpan()?.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
  await consumeQuota(site, request, `address:${networkOf(request.ip ?? '')}`);
  const [, fed] = feedAddress.exec(pageRequest.path) ?? [];
  if (fed !== undefined) return feedOf(site, pageRequest, fed);
  const [, token, invitationToken, name] = address.exec(pageRequest.path) ?? [];
  const context = contextOf(site, pageRequest);
  const { link, digest } =
    invitationToken === undefined
      ? await openLink(site, context, token)
      : await openInvitation(site, invitationToken);
  const page = pages[link.kind];
  if (!page) throw unknown();
  seen.kind = link.kind;
  await consumeQuota(site, request, `link:${link.linkId}`);
  const visit: PageVisit = {
    link,
    digest,
    context: { ...context, organizationId: link.organizationId, actor: `link:${link.linkId}` },
    backend: site.backend,
    words: frame.words,
  };
  const letterhead = await site.letterheads(visit.context);
  const here = `${site.basePath}/${place}/${token ?? invitationToken}`;
  frame.letterhead = shown(letterhead, here);
  if (name !== undefined) return fileOf(pageRequest, page, visit, name, letterhead);
  if (methodOf(pageRequest, page) === 'GET') return page.show(visit);
  if (await site.isArchived(link.organizationId)) throw archived();
  const file =
    page.upload &&
    (await site.arrivals.receive(link.organizationId, request, formBytesMax(request), () =>
      readUpload(request),
    ));
  if (file) return (await certain(page.upload, 'upload')(visit, file)) ?? { location: here };
  return (await certain(page.send, 'send')(visit, await readForm(request))) ?? { location: here };
}

type Opened = Pick<PageVisit, 'link' | 'digest'>;

async function openLink({ backend }: Site, context: CallContext, token?: string): Promise<Opened> {
  if (token === undefined) throw unknown();
  const digest = pageTokenDigest(token);
  return { link: await backend.services.commerce.openPublicLink({ digest }, context), digest };
}

async function openInvitation(site: Site, token: string): Promise<Opened> {
  const digest = invitationDigest(token);
  const { organizationId, memberId } = await site.findInvitation(digest);
  const ids = { organizationId, linkId: memberId, subjectId: memberId };
  return { link: { ...ids, kind: 'invitation', used: false }, digest };
}

/** Returns the collection calendar as a file for calendar programs, which request it regularly. */
async function feedOf(site: Site, pageRequest: PageRequest, token: string): Promise<Answer> {
  const { request, response, seen } = pageRequest;
  refuseWrites(request, response);
  const digest = pageTokenDigest(token);
  await consumeQuota(site, request, `link:${digest.toString('hex')}`);
  const { accounts } = site.backend.services;
  const { content } = await accounts.readCollectionFeed({ digest }, contextOf(site, pageRequest));
  seen.kind = 'collection_feed';
  const contentType = 'text/calendar; charset=utf-8';
  return { content, contentType, fileName: 'cobranza.ics', disposition: 'inline' };
}

const contextOf = ({ environment }: Site, { requestId }: PageRequest): CallContext => ({
  organizationId: noOrganization,
  environment,
  actor: 'page',
  permissions: [],
  requestId,
  deadlineMs: Date.now() + callMs,
});

/**
 * Counts the request against a quota. If the rate limit store is down, pages are still shown but
 * forms are rejected.
 */
async function consumeQuota({ limit }: Site, { method }: Request, key: string): Promise<void> {
  const verdict = await limit(key, 'page').catch((error: unknown) => {
    if (method === 'GET' || method === 'HEAD') return undefined;
    throw unavailable('Limits cannot be checked right now; try again.', error);
  });
  if (!verdict || verdict.isAllowed) return;
  const { retryAfterSeconds } = verdict;
  throw new Refusal('rate_limited', 'Too many requests.', { retryable: true, retryAfterSeconds });
}

const shown = (
  { name, accent, logo }: Letterhead,
  here: string,
): NonNullable<Frame['letterhead']> => ({
  name,
  accent,
  path: here,
  ...(logo && { logoPath: `${here}/logo` }),
});

async function fileOf(
  { request, response }: PageRequest,
  page: Page,
  visit: PageVisit,
  name: string,
  { logo }: Letterhead,
): Promise<Answer> {
  const { files = {} } = page;
  const read = Object.hasOwn(files, name) ? files[name] : undefined;
  if (name !== 'logo' && !read) throw unknown();
  refuseWrites(request, response);
  if (read) return { ...(await read(visit)), disposition: 'attachment' };
  if (!logo) throw unknown();
  return { ...logo, disposition: 'inline' };
}

/** @throws Refusal method_not_allowed, with the methods that the page allows */
function methodOf({ request, response }: PageRequest, page: Page): 'GET' | 'POST' {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return 'GET';
  if (method === 'POST' && page.send) return 'POST';
  response.setHeader('Allow', page.send ? 'GET, HEAD, POST' : 'GET, HEAD');
  throw new Refusal('method_not_allowed', 'The page is read, or sent with its form.');
}
