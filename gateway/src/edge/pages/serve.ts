import { inRequest, refusals } from '@timbre/kit';
import type { Express, Request, Response } from 'express';
import { showLanguage } from '../http/language';
import { refusalFor } from '../http/refuse';
import { newRequestId } from '../http/request-id';
import { sendAsset } from './assets';
import { faultView } from './fault';
import { setHeaders } from './headers';
import { createLetterheads } from './letterhead';
import { basePathOf, recordHttpRequest } from '../../identity';
import { render, type Frame } from './render';
import {
  answerLink,
  type Answer,
  type PageRequest,
  type PageParts,
  type Site,
} from './answer-link';
import { wordsFor } from './words';

/**
 * Serves the pages for people without a login at `/p/{token}` and `/invitations/{token}`, and their
 * style sheets at `/pages`. The token in the path is the only permission. Cookies, headers and
 * network addresses authorize nothing, so a form on another site has no effect without the token.
 */
export function servePages(app: Express, parts: PageParts): void {
  const site: Site = {
    ...parts,
    basePath: basePathOf(parts.publicUrl),
    letterheads: createLetterheads(parts.backend),
  };
  app.use((request, response, next) => {
    const [path = ''] = request.url.split('?');
    if (!/^\/(p|invitations|pages)\//.test(path)) return next();
    void answerPage(site, request, response, async (pageRequest) =>
      (await sendAsset(request, response, path)) ? undefined : answerLink(site, pageRequest),
    );
  });
}

/**
 * Sends a page to a person. A refusal is shown as a page too.
 * @param work returns the page or file to send; undefined if `work` has already sent the response
 */
export function answerPage(
  { publicUrl, basePath, logger }: Pick<Site, 'publicUrl' | 'basePath' | 'logger'>,
  request: Request,
  response: Response,
  work: (pageRequest: PageRequest) => Promise<Answer | undefined>,
): Promise<void> {
  const requestId = newRequestId();
  const [path = ''] = request.url.split('?');
  const words = wordsFor(request);
  const frame: Frame = { words, basePath };
  const seen: { kind?: string; code?: string } = {};
  const answer = async (): Promise<void> => {
    const startedMs = performance.now();
    response.setHeader('Request-Id', requestId);
    setHeaders(response, publicUrl);
    try {
      const answered = await work({ request, response, path, requestId, frame, seen });
      if (answered) send(response, answered, frame);
    } catch (error) {
      const refusal = refusalFor(error);
      seen.code = refusal.code;
      if (refusals[refusal.code].http >= 500) {
        logger.error({ err: refusal.cause ?? refusal, page: seen.kind }, 'page failed');
      }
      const { retryAfterSeconds } = refusal.details;
      if (retryAfterSeconds) response.setHeader('Retry-After', retryAfterSeconds);
      if (response.headersSent) response.destroy();
      else send(response, faultView(words, refusal), frame);
      request.resume();
    }
    const { kind = 'none', code } = seen;
    const durationMs = performance.now() - startedMs;
    const status = response.statusCode;
    recordHttpRequest(durationMs, { operation: `page.${kind}`, status });
    const ms = Math.round(durationMs * 10) / 10;
    logger.info({ page: kind, status, code, ms }, 'page answered');
  };
  return inRequest(requestId, answer);
}

function send(response: Response, answered: Answer, frame: Frame): void {
  if ('location' in answered) {
    response.statusCode = 303;
    response.setHeader('Location', answered.location);
    return void response.end();
  }
  if ('content' in answered) {
    response.setHeader('Content-Type', answered.contentType);
    response.setHeader(
      'Content-Disposition',
      `${answered.disposition}; filename="${answered.fileName}"`,
    );
    response.setHeader('Content-Length', answered.content.length);
    return void response.end(answered.content);
  }
  response.statusCode = answered.status ?? 200;
  showLanguage(response, frame.words.language);
  response.type('html').send(render(answered, frame));
}
