// jest's globalTeardown: same process as its globalSetup.
export default async function tearDownTests() {
  await /** @type {any} */ (globalThis).timbreTestServers.stop();
}
