// The globalTeardown of jest; it runs in the process of globalSetup.
export default async function tearDownTests() {
  await /** @type {any} */ (globalThis).timbreTestServers.stop();
}
