import { Webhook } from 'standardwebhooks';
import { startApi, type Api } from '@timbre/testkit/client';
import { listenCommand } from '../../../services/webhooks/src/commands/listen-command';
import { until } from '../until';
import { arrived, changedContact, narrowed, startReceiver } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

/** Runs the command `timbre listen` until the test ends it. */
function listening(argv: string[], by: Api | undefined = api) {
  const controller = new AbortController();
  const [out, error]: [string[], string[]] = [[], []];
  const code = listenCommand(argv, {
    write: (text) => void out.push(text),
    writeError: (text) => void error.push(text),
    access: () => by && { baseUrl: by.baseUrl, apiKey: by.apiKey },
    signal: controller.signal,
  });
  const end = () => {
    controller.abort();
    return code;
  };
  return { out, error, code, end };
}

const listens = (error: string[]) =>
  until(
    60_000,
    () => Promise.resolve(error.join('')),
    (text) => text.includes('listening to'),
  );

describe('timbre listen', () => {
  it('timbre listen prints events that are published after its start, and forwards them with a signature like to an endpoint', async () => {
    await changedContact(api);
    const { url, received } = await startReceiver();
    const { out, error, end } = listening(['--forward', url]);
    await listens(error);
    const event = await changedContact(api);
    const [sent] = await arrived(received, 1);
    const secret = /the secret is (whsec_\S+)/.exec(error.join(''))![1]!;
    const headers = sent!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(sent!.body, headers)).toEqual(event);
    await until(
      60_000,
      () => Promise.resolve(out),
      ({ length }) => length > 0,
    );
    expect(out.join('')).toMatch(
      new RegExp(`^\\S+  contact.changed  ${event.id}  → 204 in \\d+ ms\\n$`),
    );
    expect(await end()).toBe(0);
  });

  it('timbre listen prints events of some types as JSON, and reports a receiver that is unreachable', async () => {
    const own = await startApi();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const argv = ['--json', '--types', 'contact.*', '--forward', 'localhost:9', '--secret', secret];
    const { out, error, end } = listening(argv, own);
    await listens(error);
    await own.request('POST', '/v1/products', { body: { description: 'Tabla', price: 10 } });
    const event = await changedContact(own);
    const [line] = await until(
      60_000,
      () => Promise.resolve(out),
      ({ length }) => length > 0,
    );
    const [json, said] = line!.split('  → ');
    expect(JSON.parse(json!)).toEqual(event);
    expect(said).toContain('no answer: ');
    expect(await end()).toBe(0);
    expect(out).toHaveLength(1);
  });

  it.each([
    ['an option that does not exist', ['--to', 'x'], /Unknown option[^]*usage: timbre listen/],
    ['a secret of no receiver', ['--secret', 'whsec_MTIz'], /a secret is whsec_/],
    ['an address of nothing', ['--forward', 'http://'], /is not an http or https address/],
    ['a type that no event has', ['--types', 'cfdi.flown'], /400 .*/],
  ])('timbre listen refuses %s with exit code 2', async (_, argv, words) => {
    const { code, error } = listening(argv);
    expect(await code).toBe(2);
    expect(error.join('')).toMatch(words);
  });

  it('timbre listen reports missing permissions, and a missing API key', async () => {
    const refused = listening([], await narrowed(api, ['contacts:read']));
    expect(await refused.code).toBe(2);
    expect(refused.error.join('')).toContain(
      '403 forbidden: This credential lacks: webhooks:read.',
    );
    const command = listenCommand([], {
      write: () => undefined,
      writeError: (text) => refused.error.push(text),
      access: () => undefined,
      signal: new AbortController().signal,
    });
    expect(await command).toBe(2);
    expect(refused.error.at(-1)).toContain('TIMBRE_API_KEY');
  });
});
