// The globalTeardown module of Jest, which runs in the process of globalSetup.
import { recordEvents } from './recorded-events.mjs';

export default async function tearDownTests() {
  const folder = process.env.TIMBRE_RECORDED_CALLS;
  if (folder !== undefined) await recordEvents(folder);
  await /** @type {any} */ (globalThis).timbreTestServers.stop();
}
