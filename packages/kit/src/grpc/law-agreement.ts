import { status } from '@grpc/grpc-js';
import { currentLaw } from '@timbre/fiscal';
import type { Channel } from './channel';

/** Returns the name under which a server's health service reports its law packs. */
export const lawService = (): string => `law/${currentLaw().digest}`;

/**
 * The processes that were asked recently, keyed by name and address, with the time and whether
 * their law packs are the same.
 */
const peers = new Map<string, { agrees: boolean; at: number }>();
const askEveryMs = 15_000;
const askTimeoutMs = 3_000;
/**
 * The time in milliseconds after which a process that was not asked again is considered ended and
 * removed.
 */
const forgetAfterMs = 120_000;

/** Returns the processes whose law packs differ from the law packs of this process. */
export function differingPeers(): string[] {
  const since = Date.now() - forgetAfterMs;
  for (const [peer, { at }] of peers) if (at < since) peers.delete(peer);
  return [...peers].filter(([, { agrees }]) => !agrees).map(([peer]) => peer).sort(); // prettier-ignore
}

/**
 * Asks the health service of each replica of a called process in turn whether it has the same law
 * packs. The result does not affect requests; readiness and a metric report the result to
 * operators.
 * @returns a function that stops calling the health services
 */
export function watchLaw(channel: Channel, name: string): () => void {
  const timer = setInterval(() => void askLaw(channel, name), askEveryMs).unref();
  return () => clearInterval(timer);
}

/** Asks one replica. `differingPeers` includes the replica's answer as soon as it has arrived. */
function askLaw(channel: Channel, name: string): Promise<void> {
  return new Promise((resolve) => {
    const call = channel.current().makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      checkRequest,
      (bytes: Buffer) => bytes,
      lawService(),
      { deadline: Date.now() + askTimeoutMs },
      (error) => {
        // If there is no response, the law packs of the process are unknown.
        if (!error || error.code === status.NOT_FOUND) {
          peers.set(`${name} ${call.getPeer()}`, { agrees: !error, at: Date.now() });
        }
        resolve();
      },
    );
  });
}

/**
 * Encodes a grpc.health.v1.HealthCheckRequest: field 1 contains the name, which is shorter than 128
 * bytes.
 */
function checkRequest(name: string): Buffer {
  const text = Buffer.from(name);
  return Buffer.concat([Buffer.from([0x0a, text.length]), text]);
}
