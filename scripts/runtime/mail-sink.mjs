// A mail server for API tests that accepts every mail and stores none.
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** @returns {Promise<{ url: string, stop(): Promise<void> }>} */
export async function startMailSink() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, callback) {
      stream.resume().once('end', () => callback());
    },
  });
  // A client that disconnects is not a server error.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}
