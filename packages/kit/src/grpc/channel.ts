import { Client, connectivityState, credentials } from '@grpc/grpc-js';
import { sizeOptions } from './sizes';

/** The connections of a process to all replicas of a service. */
export interface Channel {
  /** The client for a new call or stream. */
  current(): Client;
  close(): void;
}

/**
 * The time for which a client is used, in milliseconds; then a new client resolves the name again
 * and finds new replicas.
 */
const clientLifeMs = 300_000;
/** The time that a new client has to connect to the replicas before it is used, in milliseconds. */
const settleMs = 2_000;
/**
 * The time after which a replaced client is closed, in milliseconds: a shared stream and its last
 * call can each take a minute, so the client is idle by then.
 */
const drainMs = 130_000;

/**
 * gRPC retries a call once if the server certainly did not start it: the connection was closing, or
 * the call was never sent. `send` in client.ts repeats such a call a few more times. A call whose
 * response was lost is never repeated here, because the caller repeats the request with its
 * idempotency key.
 */
const options = {
  ...sizeOptions,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // During a rollout, Pods end within seconds of each other, so an address can be outdated shortly
  // after its lookup.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/**
 * Opens connections to a service, balanced round robin over the addresses of the service's name.
 * The client renews the connections periodically. The server does not limit the age of connections,
 * because a connection that a server closes loses its calls in flight at the next keepalive ping
 * (grpc/grpc-node#3068).
 * @param address is `host:port`, or `dns:///name:port` for a headless Service
 */
export function openChannel(address: string, lifeMs = clientLifeMs): Channel {
  const open = () => new Client(address, credentials.createInsecure(), options);
  let current = open();
  const clients = new Set([current]);
  const drop = (client: Client) => {
    clients.delete(client);
    client.close();
  };
  /**
   * Replaces the current client. If the next client has not found a replica, the next client is
   * closed and the current client stays in use.
   */
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
