// Ports on the loopback interface.
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port nobody listens on */
export function freePort() {
  return listenOnce(0);
}

/** @param {number} port @returns {Promise<number>} that port, or a free one when it is taken */
export function portOrFree(port) {
  return listenOnce(port).catch(freePort);
}

/** @param {number} port */
export function isFree(port) {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** @param {number} port @returns {Promise<number>} */
function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
