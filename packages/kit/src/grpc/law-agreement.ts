import { status } from '@grpc/grpc-js';
import { currentLaw } from '@timbre/fiscal';
import type { Channel } from './channel';

/** The name under which a server's health service knows its law. */
export const lawService = (): string => `law/${currentLaw().digest}`;

/** Processes that were asked lately, by name and address, and whether they have the same law. */
const peers = new Map<string, { agrees: boolean; at: number }>();
const askEveryMs = 15_000;
const askTimeoutMs = 3_000;
/** An address that is asked no more belongs to a process that has ended. */
const forgetAfterMs = 120_000;

/** The processes that judge by other law packs than this one. */
export function differingPeers(): string[] {
  const since = Date.now() - forgetAfterMs;
  for (const [peer, { at }] of peers) if (at < since) peers.delete(peer);
  return [...peers].filter(([, { agrees }]) => !agrees).map(([peer]) => peer).sort(); // prettier-ignore
}

/**
 * Asks the health service of a called process, one replica after the other, whether it has the law of this
 * one. It decides nothing: readiness and a metric inform a person.
 * @returns a function that stops asking
 */
export function watchLaw(channel: Channel, name: string): () => void {
  const timer = setInterval(() => void askLaw(channel, name), askEveryMs).unref();
  return () => clearInterval(timer);
}

/** Asks once; the answer is known to `differingPeers` when it has come. */
function askLaw(channel: Channel, name: string): Promise<void> {
  return new Promise((resolve) => {
    const call = channel.current().makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      checkRequest,
      (bytes: Buffer) => bytes,
      lawService(),
      { deadline: Date.now() + askTimeoutMs },
      (error) => {
        // A process that does not answer says nothing about its law.
        if (!error || error.code === status.NOT_FOUND) {
          peers.set(`${name} ${call.getPeer()}`, { agrees: !error, at: Date.now() });
        }
        resolve();
      },
    );
  });
}

/** grpc.health.v1.HealthCheckRequest: the name in field 1, shorter than 128 bytes. */
function checkRequest(name: string): Buffer {
  const text = Buffer.from(name);
  return Buffer.concat([Buffer.from([0x0a, text.length]), text]);
}
