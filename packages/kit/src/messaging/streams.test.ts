import { natsUrl } from '@timbre/testkit';
import { connect, millis, type JetStreamManager, type NatsConnection } from 'nats';
import { advisoryStream, ensureAdvisoryStream, ensureStream } from './streams';

const stream = 'MESSAGING_STREAMS';
let connections: NatsConnection[];
let manager: JetStreamManager;

beforeAll(async () => {
  const { host: servers, username: user, password: pass } = new URL(await natsUrl());
  connections = await Promise.all([1, 2, 3, 4].map(() => connect({ servers, user, pass })));
  manager = await connections[0]!.jetstreamManager();
});
beforeEach(async () => void (await manager.streams.delete(stream).catch(() => false)));
afterAll(async () => {
  await manager.streams.delete(stream).catch(() => false);
  await Promise.all(connections.map((nc) => nc.close()));
});

test('replicas that start at the same time use the same stream', async () => {
  await Promise.all(connections.map((nc) => ensureStream(nc, 'messaging-streams', 1)));
  const { config } = await manager.streams.info(stream);
  expect(config.subjects).toEqual(['messaging_streams.>']);
  expect(config.storage).toBe('file');
  expect(millis(config.max_age)).toBe(7 * 24 * 60 * 60 * 1000);
  expect(millis(config.duplicate_window)).toBe(10 * 60 * 1000);
});

test('a stream with outdated settings is updated and keeps its messages', async () => {
  await manager.streams.add({ name: stream, subjects: ['messaging_streams.old.>'] });
  await connections[0]!.jetstream().publish('messaging_streams.old.thing', 'kept');
  await ensureStream(connections[0]!, 'messaging-streams', 1);
  const { config, state } = await manager.streams.info(stream);
  expect(config.subjects).toEqual(['messaging_streams.>']);
  expect(millis(config.duplicate_window)).toBe(600_000);
  expect(state.messages).toBe(1);
});

test('a stream with the right settings is not updated', async () => {
  await ensureStream(connections[0]!, 'messaging-streams', 1);
  const updates = connections[1]!.subscribe('$JS.API.STREAM.UPDATE.>');
  await connections[1]!.flush();
  await ensureStream(connections[0]!, 'messaging-streams', 1);
  await connections[1]!.flush();
  expect(updates.getReceived()).toBe(0);
  updates.unsubscribe();
});

test('settings that the server cannot apply cause an error instead of a silent downgrade', async () => {
  await expect(ensureStream(connections[0]!, 'messaging-streams', 3)).rejects.toThrow();
});

test('all services share one stream of advisories', async () => {
  await Promise.all(connections.map((nc) => ensureAdvisoryStream(nc, 1)));
  const { config } = await manager.streams.info(advisoryStream);
  expect(config.subjects).toHaveLength(2);
});
