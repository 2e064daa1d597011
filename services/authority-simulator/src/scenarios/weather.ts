import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Fault } from './effects';
import type { Knobs, Outage, PacName } from './knobs';
import { reply } from './reply';

const KEY = 'weather';

/**
 * Applies a PAC's knobs to every request under its path prefix. Latency and outages apply before the
 * request is processed. If the response must be dropped or truncated, the function only records this, and
 * `reply` applies it later.
 */
export function pacWeather(pac: PacName, knobs: Knobs, random: () => number): RequestHandler {
  return (_request, response, next) => {
    const turned = knobs.pac(pac);
    const fails = (rate: number) => random() < rate;
    if (fails(turned.dropAnswerRate)) response.locals[KEY] = after('answer_lost');
    else if (fails(turned.truncateAnswerRate)) response.locals[KEY] = after('truncated');
    const early: Fault | undefined = fails(turned.serverErrorRate)
      ? { when: 'before', how: 'server_error' }
      : fails(turned.badGatewayRate)
        ? { when: 'before', how: 'bad_gateway' }
        : undefined;
    delayed(turned.latencyMs, response, () => outage(turned.down, early, response, next));
  };
}

/** Applies the knobs of the SAT's services; the only knobs are latency and outages. */
export function satWeather(knobs: Knobs): RequestHandler {
  return (_request: Request, response, next) => {
    const { down, latencyMs } = knobs.sat();
    delayed(latencyMs, response, () => outage(down, undefined, response, next));
  };
}

/**
 * Returns the fault that the knobs set for this response. The fault of a scenario takes precedence over the
 * fault of the knobs.
 */
export function weatherFault(response: Response): Fault | undefined {
  return response.locals[KEY] as Fault | undefined;
}

function after(how: 'answer_lost' | 'truncated'): Fault {
  return { when: 'after', how };
}

function outage(
  down: Outage,
  early: Fault | undefined,
  response: Response,
  next: NextFunction,
): void {
  const nothing = { status: 503, type: 'text/plain', body: '' };
  if (down === 'unavailable')
    return reply(response, nothing, { when: 'before', how: 'unavailable' });
  if (down === 'hang') return reply(response, nothing, { when: 'before', how: 'hang' });
  if (down === 'reset' || down === 'refused') return void response.socket?.destroy();
  if (early) return reply(response, nothing, early);
  next();
}

function delayed(latencyMs: number, response: Response, proceed: () => void): void {
  if (latencyMs === 0) return proceed();
  const timer = setTimeout(proceed, latencyMs);
  response.on('close', () => clearTimeout(timer));
}
