import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request of a test and its answer. */
export interface RecordedCall {
  method: string;
  target: string;
  /** The JSON of the request, if it has a body. */
  request?: unknown;
  status: number;
  answer: unknown;
}

/** The limit of an example's characters; longer calls are not used as examples. */
const charactersMax = 40_000;

/**
 * Records a call for the examples in the API's description, when `npm run record:examples` runs the
 * tests. The function adds a line to a file of this process.
 */
export function recordCall(call: RecordedCall): void {
  const folder = process.env.TIMBRE_RECORDED_CALLS;
  if (folder === undefined || call.answer === undefined) return;
  const line = JSON.stringify(call);
  if (line.length > charactersMax) return;
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Records the key of a test's organization, whose events are listed after the last test. */
export function recordAccess(baseUrl: string, apiKey: string): void {
  const folder = process.env.TIMBRE_RECORDED_CALLS;
  if (folder === undefined) return;
  appendFileSync(join(folder, `${process.pid}.access`), `${JSON.stringify({ baseUrl, apiKey })}\n`);
}
