import type { ConsumerBacklog } from '../telemetry/metrics';
import type { NatsLink } from './connection';

/** The maximum time for which a metrics scrape waits for NATS, in milliseconds. */
const timeoutMs = 1_000;

/**
 * Returns the message counts of a durable consumer in JetStream; undefined while NATS is
 * unreachable.
 */
export async function backlogOf(
  link: NatsLink,
  stream: string,
  consumer: string,
): Promise<ConsumerBacklog | undefined> {
  if (!link.isConnected()) return undefined;
  const nc = await link.ready();
  const manager = await nc.jetstreamManager({ checkAPI: false, timeout: timeoutMs });
  const info = await manager.consumers.info(stream, consumer);
  return {
    pending: info.num_pending,
    ack_pending: info.num_ack_pending,
    redelivered: info.num_redelivered,
  };
}
