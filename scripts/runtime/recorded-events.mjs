// Lists the events of the tests' organizations, because few tests list events themselves.
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The wait in milliseconds for the events of the last tests, which may not have arrived yet. */
const settleMs = 5_000;
/** The page size, which is small so that the example is short. */
const pageLimit = 10;

/**
 * Adds the events of all organizations to the recorded calls.
 * @param {string} folder the folder with the recorded calls
 */
export async function recordEvents(folder) {
  await pause(settleMs);
  for (const file of globSync('*.access', { cwd: folder })) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      for await (const call of eventsOf(JSON.parse(line)))
        appendFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(call)}\n`);
    }
  }
}

/** @param {{ baseUrl: string, apiKey: string }} access */
async function* eventsOf({ baseUrl, apiKey }) {
  /** @type {string | undefined} */
  let cursor;
  do {
    const page = cursor === undefined ? '' : `&cursor=${cursor}`;
    const target = `/v1/events?limit=${pageLimit}${page}`;
    const headers = { authorization: `Bearer ${apiKey}` };
    // The request can fail if the test has stopped its own deployment or has revoked its API key.
    const response = await fetch(`${baseUrl}${target}`, { headers }).catch(() => undefined);
    if (!response?.ok) return;
    /** @type {any} */
    const answer = await response.json();
    yield { method: 'GET', target, status: response.status, answer };
    cursor = answer.pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
