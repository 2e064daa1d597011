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
 * The stream of NATS's advisories about undeliverable messages, for the consumers of all services. Only
 * `advisoryOwner` may create it.
 */
export const advisoryStream = 'DEAD_LETTER_ADVISORIES';

/** The process that creates the advisory stream, because it is part of every deployment. */
export const advisoryOwner = 'gateway';

const dayMs = 86_400_000;

/**
 * Creates the event stream of `service`, or updates its settings.
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

/** Creates the advisory stream, which all services share, or updates its settings. */
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
 * The settings of every stream. NATS drops duplicates within the duplicate window, so the window
 * must be longer than a crashed relay needs to restart. The NATS default is 2 minutes.
 */
const settings = (replicas: number): Settings => ({
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  max_age: nanos(outboxDays * dayMs),
  duplicate_window: nanos(10 * 60_000),
  num_replicas: replicas,
});

/**
 * Returns the settings of a service's event stream. The first token of the stream's subjects is the
 * stream's name in lower case.
 */
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

/**
 * Adds a stream if it does not exist. During a rolling update, another replica can create the
 * stream first, with other settings.
 */
async function add(manager: JetStreamManager, wanted: Wanted): Promise<StreamInfo> {
  try {
    return await manager.streams.add(wanted);
  } catch (error) {
    if (!isJetstreamError(error, 'streamNameInUse')) throw error;
    return manager.streams.info(wanted.name);
  }
}

/**
 * Whether the settings of a stream must be updated. The storage and the retention policy of an
 * existing stream cannot be changed.
 */
function isDifferent(current: StreamConfig, wanted: Wanted): boolean {
  return (
    current.subjects.join() !== wanted.subjects.join() ||
    current.discard !== wanted.discard ||
    current.max_age !== wanted.max_age ||
    current.duplicate_window !== wanted.duplicate_window ||
    current.num_replicas !== wanted.num_replicas
  );
}
