import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request of a test and its response. */
export interface RecordedCall {
  method: string;
  target: string;
  /** The JSON body of the request, if the request has a body. */
  request?: unknown;
  status: number;
  answer: unknown;
}

/** The maximum number of characters of an example; longer calls are not used as examples. */
const charactersMax = 40_000;

/**
 * Records a call for the examples in the OpenAPI document, when `npm run record:examples` runs the
 * tests. The function appends a line to a file that only this process writes.
 */
export function recordCall(call: RecordedCall): void {
  const folder = process.env.TIMBRE_RECORDED_CALLS;
  if (folder === undefined || call.answer === undefined) return;
  const line = JSON.stringify(call);
  if (line.length > charactersMax) return;
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Records the API key of a test's organization, whose events are listed after the last test. */
export function recordAccess(baseUrl: string, apiKey: string): void {
  const folder = process.env.TIMBRE_RECORDED_CALLS;
  if (folder === undefined) return;
  appendFileSync(join(folder, `${process.pid}.access`), `${JSON.stringify({ baseUrl, apiKey })}\n`);
}
