import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Logs one line for each request: method, path without query, status and time. Bodies and headers are never
 * logged.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const { method } = request;
      // `originalUrl` contains the whole path, because routers shorten `path`.
      const path = request.originalUrl.split('?')[0];
      const ms = Math.round(performance.now() - startedAt);
      const isAnswered = response.writableFinished;
      logger.info({ method, path, status: isAnswered ? response.statusCode : null, ms }, 'request');
    });
    next();
  };
}

/**
 * Sends responses for requests that failed. Malformed JSON and oversized bodies are the client's errors.
 * All other errors are errors of the simulator and are logged.
 */
export function unexpectedErrors(logger: Logger): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    const status = error.status && error.status < 500 ? error.status : 500;
    if (status === 500) logger.error({ err: error }, 'unexpected error');
    const message = status === 500 ? 'unexpected error' : error.message;
    response
      .status(status)
      .json({ error: { code: status === 500 ? 'internal' : 'bad_request', message } });
  };
}
