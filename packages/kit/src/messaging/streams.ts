import {
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type NatsConnection,
  type StreamConfig,
  type StreamInfo,
} from 'nats';
import { isJetstreamError } from './api-error';
import { streamOf } from './event';
import { outboxDays } from './tables';

/**
 * The stream of NATS's advisories on messages that it gave up, for the consumers of all services.
 */
export const advisoryStream = 'DEAD_LETTER_ADVISORIES';

const dayMs = 86_400_000;

/**
 * Creates the stream of the events of `service`, or updates its settings.
 * @returns whether the stream has never stored an event
 */
export async function ensureStream(
  nc: NatsConnection,
  service: string,
  replicas: number,
): Promise<boolean> {
  const { state } = await ensure(nc, eventsOf(streamOf(service), replicas));
  return state.last_seq === 0;
}

/**
 * Creates a service's stream for a consumer that knows the number of replicas and starts before the
 * service.
 */
export async function addMissingStream(
  nc: NatsConnection,
  stream: string,
  replicas: number | undefined,
): Promise<void> {
  if (replicas === undefined) return;
  const manager = await nc.jetstreamManager({ checkAPI: false });
  if (!(await find(manager, stream))) await add(manager, eventsOf(stream, replicas));
}

/** All services share the advisory stream; the first to start creates it. */
export async function ensureAdvisoryStream(nc: NatsConnection, replicas: number): Promise<void> {
  await ensure(nc, {
    ...settings(replicas),
    name: advisoryStream,
    subjects: [
      '$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>',
      '$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>',
    ],
  });
}

type Settings = Pick<
  StreamConfig,
  'storage' | 'retention' | 'discard' | 'max_age' | 'duplicate_window' | 'num_replicas'
>;
type Wanted = Settings & Pick<StreamConfig, 'name' | 'subjects'>;

/**
 * The duplicate window is far longer than a crash and restart of a relay; the default is 2 minutes.
 */
const settings = (replicas: number): Settings => ({
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  max_age: nanos(outboxDays * dayMs),
  duplicate_window: nanos(10 * 60_000),
  num_replicas: replicas,
});

/** The first token of a service's subjects is its stream's name in lower case. */
const eventsOf = (stream: string, replicas: number): Wanted => ({
  ...settings(replicas),
  name: stream,
  subjects: [`${stream.toLowerCase()}.>`],
});

async function ensure(nc: NatsConnection, wanted: Wanted): Promise<StreamInfo> {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const current = (await find(manager, wanted.name)) ?? (await add(manager, wanted));
  if (isDifferent(current.config, wanted)) await manager.streams.update(wanted.name, wanted);
  return current;
}

async function find(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isJetstreamError(error, 'streamNotFound')) return undefined;
    throw error;
  }
}

/** Another replica may have created it first, during a rolling update with other settings. */
async function add(manager: JetStreamManager, wanted: Wanted): Promise<StreamInfo> {
  try {
    return await manager.streams.add(wanted);
  } catch (error) {
    if (!isJetstreamError(error, 'streamNameInUse')) throw error;
    return manager.streams.info(wanted.name);
  }
}

/** Storage and retention cannot be changed on an existing stream. */
function isDifferent(current: StreamConfig, wanted: Wanted): boolean {
  return (
    current.subjects.join() !== wanted.subjects.join() ||
    current.discard !== wanted.discard ||
    current.max_age !== wanted.max_age ||
    current.duplicate_window !== wanted.duplicate_window ||
    current.num_replicas !== wanted.num_replicas
  );
}
