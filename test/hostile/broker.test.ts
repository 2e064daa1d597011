import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '../../scripts/runtime/nats.mjs';
import { natsProcesses, natsUrlOf, natsUsersFile } from '../../scripts/runtime/nats-users.mjs';
import { root } from '../deploy/helm';
import { askJetStream, exchange } from '../faults/nats-wire';

const streamOf = (name: string) => name.replaceAll('-', '_').toUpperCase();
const eventOf = (name: string) => `${streamOf(name).toLowerCase()}.thing.changed`;

interface Durable {
  owner: string;
  stream: string;
  name: string;
  filter: string;
}

/** The durable consumers of all processes. Each user of the file lists the durables of its process. */
const durables: Durable[] = readFileSync(join(root, natsUsersFile), 'utf8')
  .split(/^ {4}user: /m)
  .slice(1)
  .flatMap((user) =>
    [...user.matchAll(/"\$JS[.]API[.]CONSUMER[.]CREATE[.](\w+)[.]([\w-]+)[.]?(.*)"/g)].map(
      ([, stream, name, filter]): Durable => ({
        owner: user.split('\n')[0]!,
        stream: stream!,
        name: name!,
        filter: filter!,
      }),
    ),
  );
const streams = [...natsProcesses.map(streamOf), 'DEAD_LETTER_ADVISORIES'];

// The test is skipped if the user gave the URL of a NATS server, because that server has no users of Timbre.
const ifOwn = process.env.TIMBRE_NATS_URL ? describe.skip : describe;

let server: Awaited<ReturnType<typeof startNats>>;

const publish = (subject: string) => [`PUB ${subject} 0\r\n\r\n`];
const subscribe = (subject: string) => [`SUB ${subject} 1\r\n`];

/** Returns the refusals of the server, in the order of the attempts. */
async function refusalsOf(user: string, lines: string[]): Promise<string[]> {
  const url = user === 'operator' ? server.url : natsUrlOf(server.url, user);
  const [said] = await exchange(url, lines, /[^]*PONG\r\n/);
  return [...said.matchAll(/-ERR '(.*?)'\r\n/g)].map(([, text]) => text!);
}

/** Everything that a process might try on the streams, consumers and answers of other processes. */
function attemptsOf(name: string): string[] {
  const others = natsProcesses.filter((other) => other !== name);
  const foreign = durables.filter(({ owner }) => owner !== name);
  const own = durables.filter(({ owner }) => owner === name);
  return [
    ...others.map((other) => publish(eventOf(other))),
    ...streams.flatMap((stream) =>
      ['DELETE', 'PURGE', 'MSG.DELETE', 'RESTORE', 'SNAPSHOT'].map((action) =>
        publish(`$JS.API.STREAM.${action}.${stream}`),
      ),
    ),
    ...streams
      .filter(
        (stream) => stream !== streamOf(name) && !(stream.startsWith('DEAD') && name === 'gateway'),
      )
      .flatMap((stream) =>
        ['CREATE', 'UPDATE'].map((action) => publish(`$JS.API.STREAM.${action}.${stream}`)),
      ),
    ...foreign.flatMap((durable) => [
      publish(`$JS.API.CONSUMER.CREATE.${durable.stream}.${durable.name}`),
      publish(`$JS.API.CONSUMER.CREATE.${durable.stream}.${durable.name}.a.b.c`),
      publish(`$JS.API.CONSUMER.DURABLE.CREATE.${durable.stream}.${durable.name}`),
      publish(`$JS.API.CONSUMER.INFO.${durable.stream}.${durable.name}`),
      publish(`$JS.API.CONSUMER.MSG.NEXT.${durable.stream}.${durable.name}`),
      publish(`$JS.ACK.${durable.stream}.${durable.name}.1.1.1.1.0`),
    ]),
    ...durables.map(({ stream, name: durable }) =>
      publish(`$JS.API.CONSUMER.DELETE.${stream}.${durable}`),
    ),
    // A consumer of its own reads no other events of the stream.
    ...own.flatMap(({ stream, name: durable, filter }) =>
      filter === '' || filter.endsWith('>')
        ? []
        : [
            publish(`$JS.API.CONSUMER.CREATE.${stream}.${durable}`),
            publish(`$JS.API.CONSUMER.CREATE.${stream}.${durable}.other.thing.changed`),
          ],
    ),
    publish('$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.COMMERCE.reports-receipts'),
    ...others.map((other) => subscribe(`_INBOX.${other}.>`)),
    ...others.map((other) => subscribe(`${eventOf(other).split('.')[0]}.>`)),
    ...['>', '_INBOX.>', '$JS.>', '$JS.API.>', '$SYS.>'].map(subscribe),
  ].flat();
}

/** Returns the state of every stream and consumer, which only the owners may change. */
async function stateOf(): Promise<object[]> {
  const asked = [
    ...streams.map((stream) => `STREAM.INFO.${stream}`),
    ...durables.map(({ stream, name }) => `CONSUMER.INFO.${stream}.${name}`),
  ];
  const found = [];
  for (const subject of asked) {
    const { config, state, ack_floor, num_ack_pending } = (await askJetStream(
      server.url,
      subject,
    )) as {
      [key: string]: unknown;
    };
    found.push({ subject, config, state, ack_floor, num_ack_pending });
  }
  return found;
}

ifOwn('the broker', () => {
  beforeAll(async () => {
    server = await startNats({ keep: false });
    for (const name of natsProcesses) {
      const config = { name: streamOf(name), subjects: [`${eventOf(name).split('.')[0]}.>`] };
      await askJetStream(server.url, `STREAM.CREATE.${config.name}`, JSON.stringify(config));
      await exchange(server.url, publish(eventOf(name)), /PONG\r\n/);
    }
    const advisories = {
      name: 'DEAD_LETTER_ADVISORIES',
      subjects: ['$JS.EVENT.ADVISORY.CONSUMER.>'],
    };
    const create = `STREAM.CREATE.${advisories.name}`;
    await askJetStream(server.url, create, JSON.stringify(advisories));
    for (const { stream, name, filter } of durables) {
      const config = {
      durable_name: name, ack_policy: 'explicit', ...(filter && { filter_subject: filter }),
    }; // prettier-ignore
      const body = JSON.stringify({ stream_name: stream, config });
      await askJetStream(server.url, `CONSUMER.DURABLE.CREATE.${stream}.${name}`, body);
    }
  }, 60_000);
  afterAll(() => server?.stop());

  it.each(natsProcesses)(
    'a process that was taken over cannot publish, read or change what belongs to another process: %s',
    async (name) => {
      const before = await stateOf();
      const attempts = attemptsOf(name);
      const refusals = await refusalsOf(name, attempts);
      expect(refusals.map((text) => /"(.*)"$/.exec(text)?.[1])).toEqual(
        attempts.map((line) => line.split(' ')[1]!.trim()),
      );
      expect(refusals.filter((text) => !text.startsWith('Permissions Violation'))).toEqual([]);
      expect(await stateOf()).toEqual(before);
    },
  );

  it.each(natsProcesses)(
    'a process can publish, read and acknowledge what belongs to it: %s',
    async (name) => {
      const own = durables.filter(({ owner }) => owner === name);
      const stream = streamOf(name);
      const lines = [
        ...subscribe(`_INBOX.${name}.1`),
        ...['INFO', 'CREATE', 'UPDATE'].flatMap((action) =>
          publish(`$JS.API.STREAM.${action}.${stream}`),
        ),
        ...own.flatMap((durable) => [
          ...publish(
            ['$JS.API.CONSUMER.CREATE', durable.stream, durable.name, durable.filter]
              .filter(Boolean)
              .join('.'),
          ),
          ...publish(`$JS.API.CONSUMER.INFO.${durable.stream}.${durable.name}`),
          ...publish(`$JS.API.CONSUMER.MSG.NEXT.${durable.stream}.${durable.name}`),
          ...publish(`$JS.ACK.${durable.stream}.${durable.name}.1.1.1.1.0`),
        ]),
        ...publish(eventOf(name)),
      ];
      expect(own.length).toBeGreaterThan(0);
      expect(await refusalsOf(name, lines)).toEqual([]);
    },
  );

  it('a client without a user, or with the password of another user, is refused', async () => {
    const { port, password } = new URL(natsUrlOf(server.url, 'commerce'));
    for (const user of ['', `payroll:${password}@`, 'timbre:timbre@']) {
      await expect(
        exchange(`nats://${user}127.0.0.1:${port}`, publish(eventOf('commerce')), /PONG\r\n/),
      ).rejects.toThrow('Authorization Violation');
    }
  });

  // This test is the last, because it deletes the streams.
  it('a user without limits succeeds with the same attempts', async () => {
    const before = await stateOf();
    const attempts = attemptsOf('commerce').filter((line) => !line.includes('$SYS'));
    expect(await refusalsOf('operator', attempts)).toEqual([]);
    const { error } = (await askJetStream(server.url, 'STREAM.INFO.PAYROLL')) as { error?: object };
    expect(error).toMatchObject({ description: 'stream not found' });
    expect(await stateOf()).not.toEqual(before);
  });
});
