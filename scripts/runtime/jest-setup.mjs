// The globalSetup module of Jest.
import { serveTestServers } from './test-servers.mjs';

export default async function setUpTests() {
  const servers = await serveTestServers();
  process.env.TIMBRE_TEST_SERVERS = servers.url;
  Object.assign(globalThis, { timbreTestServers: servers });
}
