import type { Response } from 'express';
import type { Fault } from '../scenarios/effects';
import { reply } from '../scenarios/reply';
import { weatherFault } from '../scenarios/weather';

/**
 * The JSON envelope of SW's responses, which is `{data, status}` or `{status: error, message,
 * messageDetail, data}`.
 */
export interface SwAnswer {
  readonly http: number;
  readonly body: Record<string, unknown>;
}

export function swSuccess(data: unknown, more: Record<string, unknown> = {}): SwAnswer {
  return { http: 200, body: { data, status: 'success', ...more } };
}

export function swError(
  message: string,
  messageDetail = '',
  data: unknown = null,
  http = 400,
): SwAnswer {
  return { http, body: { message, messageDetail, data, status: 'error' } };
}

/**
 * Sends the response with the fault of the document's scenario or, if there is none, with the fault that
 * the knobs set.
 */
export function answerSw(
  response: Response,
  answer: SwAnswer,
  fault?: Fault,
  lateSeconds = 0,
): void {
  const body = JSON.stringify(answer.body);
  const plain = { status: answer.http, type: 'application/json', body };
  reply(response, plain, fault ?? weatherFault(response), lateSeconds);
}
