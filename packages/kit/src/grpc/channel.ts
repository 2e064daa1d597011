import { Client, connectivityState, credentials } from '@grpc/grpc-js';
import { sizeOptions } from './sizes';

/** The connections of a process to all replicas of a service. */
export interface Channel {
  /** The client that a new call or stream uses. */
  current(): Client;
  close(): void;
}

/** How long a client is used: after that, the name is looked up again and new replicas are found. */
const clientLifeMs = 300_000;
/** A new client has this time to connect to every replica before it is used. */
const settleMs = 2_000;
/**
 * Longer than a shared stream and its last call live, a minute each, so that a replaced client is
 * idle.
 */
const drainMs = 130_000;

/**
 * gRPC retries a call once if the server certainly did not begin it: the connection was closing, or
 * the call was never sent; `send` in client.ts repeats such a call a few times. After a lost answer
 * nothing is repeated: the caller repeats the request with its idempotency key.
 */
const options = {
  ...sizeOptions,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // During a rollout, Pods end within seconds of each other: an address may be stale a moment after
  // its lookup.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/**
 * Opens connections to the service, balanced round robin over the addresses that its name resolves
 * to. The caller renews them, not the server by a maximum age: a connection that a server is closing
 * loses the calls in flight at the next keepalive ping (grpc/grpc-node#3068).
 * @param address `host:port`, or `dns:///name:port` for a headless Service
 */
export function openChannel(address: string, lifeMs = clientLifeMs): Channel {
  const open = () => new Client(address, credentials.createInsecure(), options);
  let current = open();
  const clients = new Set([current]);
  const drop = (client: Client) => {
    clients.delete(client);
    client.close();
  };
  /** While no replica or no name can be found, the present connections are the best there are. */
  const replaceBy = (next: Client) => {
    if (next.getChannel().getConnectivityState(false) !== connectivityState.READY) {
      return drop(next);
    }
    setTimeout(drop, drainMs, current).unref();
    current = next;
  };
  const renewal = setInterval(() => {
    const next = open();
    clients.add(next);
    next.getChannel().getConnectivityState(true);
    setTimeout(replaceBy, settleMs, next).unref();
  }, lifeMs).unref();
  return {
    current: () => current,
    close: () => {
      clearInterval(renewal);
      clients.forEach((client) => client.close());
    },
  };
}
