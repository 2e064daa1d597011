import { uploadBytesMax } from '@timbre/api';
import type { fiscalCfdi } from '@timbre/contract';
import { Refusal, refusals, unavailable, type CallContext, type Logger } from '@timbre/kit';
import type { Express, Request, Response } from 'express';
import type { LinkGrant, Links } from '../http/signed-link';
import type { RateLimiter } from '../../identity';
import type { Backend } from '../operations/operation';
import { readFile } from '../services';
import type { Arrivals } from '../http/arrivals';
import { receiveFile } from '../http/receive-file';
import { refusalFor, refuse, send } from '../http/refuse';
import { newRequestId } from '../http/request-id';
import { streamFile } from '../http/stream-file';
import { showMail } from './mail-page';

export interface LinkParts {
  environment: CallContext['environment'];
  publicUrl: string;
  backend: Backend;
  links: Links;
  limit: RateLimiter;
  arrivals: Arrivals;
  logger: Logger;
}

const callMs = 10_000;

/**
 * Serves signed links, which are outside of /v1. A request for a signed link needs no API key,
 * because the link itself grants the access.
 */
export function serveLinks(app: Express, parts: LinkParts): void {
  app.all('/links/:token', (request: Request, response: Response) => {
    answer(parts, request, response).catch((error: unknown) => {
      const refusal = refusalFor(error);
      if (refusals[refusal.code].http >= 500) {
        parts.logger.error({ err: refusal.cause ?? refusal }, 'link');
      }
      if (response.headersSent) response.destroy();
      else refuse(response, refusal, parts.publicUrl);
      request.resume();
    });
  });
}

async function answer(parts: LinkParts, request: Request, response: Response): Promise<void> {
  const grant = parts.links.read(request.params['token'] as string);
  if (!grant) throw new Refusal('not_found', 'This link is not valid.');
  if (parts.links.isExpired(grant)) {
    const message = 'The link has expired; request a new one.';
    throw new Refusal('forbidden', message, { reason: 'link_expired' });
  }
  await consumeQuota(parts, request, grant);
  const allowed = methodOf(grant);
  if (request.method !== allowed) {
    response.setHeader('Allow', allowed);
    throw new Refusal('method_not_allowed', `This link is for ${allowed}.`);
  }
  if (grant.kind === 'upload') return takeFile(parts, grant, request, response);
  if (grant.kind === 'document') return sendDocument(parts, grant, response);
  if (grant.kind === 'mail_file') return sendMailFile(parts, grant, response);
  if (grant.kind === 'mail') {
    return showMail(parts, grant, contextOf(parts.environment, grant), request, response);
  }
  return sendFile(parts, grant, response);
}

const methodOf = ({ kind }: LinkGrant): string => (kind === 'upload' ? 'PUT' : 'GET');

async function takeFile(
  { backend, environment, arrivals }: LinkParts,
  grant: LinkGrant,
  request: Request,
  response: Response,
): Promise<void> {
  const { fiscalCfdi } = backend.services;
  const { id: fileId, organizationId } = grant;
  const byteSize = await arrivals.receive(organizationId, request, uploadBytesMax, () =>
    receiveFile(request, (number, content) =>
      fiscalCfdi.writeFilePart({ fileId, number, content }, contextOf(environment, grant)),
    ),
  );
  const { body } = await fiscalCfdi.storeFile({ fileId, byteSize }, contextOf(environment, grant));
  send(response, 200, body);
}

/**
 * Counts the request against the quota of its link. If the rate limit store is down, files are
 * still sent but uploads are rejected.
 */
async function consumeQuota(
  { limit }: LinkParts,
  { method }: Request,
  grant: LinkGrant,
): Promise<void> {
  const verdict = await limit(`link:${grant.id}`, 'export').catch((error: unknown) => {
    if (method === 'GET') return undefined;
    throw unavailable('Limits cannot be checked right now; try again.', error);
  });
  if (!verdict || verdict.isAllowed) return;
  const { retryAfterSeconds } = verdict;
  const message = `Too many requests; wait ${retryAfterSeconds} s.`;
  throw new Refusal('rate_limited', message, { retryable: true, retryAfterSeconds });
}

async function sendDocument(
  { backend, environment }: LinkParts,
  grant: Extract<LinkGrant, { kind: 'document' }>,
  response: Response,
): Promise<void> {
  const { id: documentRef, format, language } = grant;
  const context = contextOf(environment, grant);
  const asked = { documentRef, format, language };
  sendWhole(
    response,
    await readFile(backend.services, asked, {
      ...context,
      permissions: ['files:read'],
    }),
  );
}

async function sendMailFile(
  { backend, environment }: LinkParts,
  grant: Extract<LinkGrant, { kind: 'mail_file' }>,
  response: Response,
): Promise<void> {
  const { id: fileId, mailId } = grant;
  const context = contextOf(environment, grant);
  sendWhole(response, await backend.services.fiscalCfdi.readMailFile({ mailId, fileId }, context));
}

function sendWhole(response: Response, file: Omit<Head, 'byteSize'> & { content: Uint8Array }) {
  writeHead(response, { ...file, byteSize: file.content.length });
  response.end(file.content);
}

async function sendFile(parts: LinkParts, grant: LinkGrant, response: Response): Promise<void> {
  const first = await readPart(parts, grant, 0);
  writeHead(response, first);
  await streamFile(contentsFrom(parts, grant, first), response);
}

async function* contentsFrom(parts: LinkParts, grant: LinkGrant, first: fiscalCfdi.FilePart) {
  let part = first;
  for (let number = 1; ; number += 1) {
    yield part.content;
    if (part.isLast) return;
    part = await readPart(parts, grant, number);
  }
}

function readPart({ backend, environment }: LinkParts, grant: LinkGrant, number: number) {
  const { fiscalCfdi } = backend.services;
  const context = contextOf(environment, grant);
  return grant.kind === 'file'
    ? fiscalCfdi.readFilePart({ fileId: grant.id, number }, context)
    : fiscalCfdi.readDownloadPart({ downloadId: grant.id, number }, context);
}

type Head = Pick<fiscalCfdi.FilePart, 'contentType' | 'byteSize' | 'fileName'>;

function writeHead(response: Response, part: Head): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', part.contentType);
  response.setHeader('Content-Length', part.byteSize);
  response.setHeader('Content-Disposition', `attachment; filename="${part.fileName}"`);
  response.setHeader('Cache-Control', 'private, no-store');
}

const contextOf = (environment: CallContext['environment'], grant: LinkGrant): CallContext => ({
  organizationId: grant.organizationId,
  environment,
  actor: `link:${grant.kind}:${grant.id}`,
  permissions: [],
  requestId: newRequestId(),
  deadlineMs: Date.now() + callMs,
});
