import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { withKey } from '@timbre/testkit';
import { createWebhook } from '../src/operations/create-webhook';
import { createReceiver } from '../src/providers/receiver';
import { allPermissions, callContext, startWebhooks, type WebhooksRuntime } from './webhooks';

/** Addresses to which no event may be sent, in several spellings. */
const forbidden = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::a00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[4000::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[fd00::1]',
  '[fe80::1]',
];

describe('sending events to an address that is not public', () => {
  let service: WebhooksRuntime;
  beforeAll(async () => void (service = await startWebhooks()));
  afterAll(() => service?.close());

  const codesOf = async (url: string): Promise<string[]> => {
    const fields = { url, events: { entries: ['*'] } };
    // In this test, the operator allows no hosts that are not public, so receivers on this machine
    // are forbidden.
    const { addresses } = service.runtime.providers;
    const isAllowedHost = jest.spyOn(addresses, 'isAllowedHost').mockReturnValue(false);
    const refused = createWebhook
      .run(service.runtime, withKey(callContext(), 'POST'), {
        fields,
        permissions: allPermissions,
      })
      .then(
        () => [],
        (error: { details: { issues: { code: string }[] } }) =>
          error.details.issues.map(({ code }) => code),
      );
    return refused.finally(() => isAllowedHost.mockRestore());
  };

  it.each([...forbidden, 'localhost', 'LOCALHOST.', 'any.localhost'])(
    'creating an endpoint is refused for an address that is not public: %s',
    async (host) => {
      expect(await codesOf(`https://${host}/events`)).toEqual(['address_forbidden']);
    },
  );

  it.each([
    ['http://example.com/', ['url_not_https']],
    ['https://user:secret@example.com/', ['url_with_credentials']],
    ['https://example.com:22/', ['port_not_allowed']],
    ['ftp://127.0.0.1:2121/', ['url_not_https', 'port_not_allowed', 'address_forbidden']],
    ['example.com', ['url_invalid']],
    ['https://example.com:8443/events?for=timbre', []],
  ])(
    'an address that is not public is reported together with the other faults of a URL: %s',
    async (url, codes) => {
      expect(await codesOf(url)).toEqual(codes);
    },
  );
});

describe('a delivery', () => {
  let trap: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    trap = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => trap.listen(0, '0.0.0.0', done));
    ({ port } = trap.address() as AddressInfo);
  });
  afterAll(() => void trap.close());

  const now = () => new Date();
  const sendTo = (url: string, ...more: [never?]) => {
    const receiver = createReceiver(new Set(), now, ...more);
    return receiver.send(url, {}, '{}').finally(() => receiver.close());
  };

  it.each(forbidden)('a delivery to the forbidden address %s opens no connection', async (host) => {
    for (const scheme of ['http', 'https']) {
      const attempt = await sendTo(`${scheme}://${host}:${port}/`);
      expect(attempt).toMatchObject({
        outcome: 'address_forbidden',
        error: 'not an address of the public internet',
      });
    }
    expect(connections).toBe(0);
  });

  it.each([
    ['a private address', [['127.0.0.1']]],
    ['a private address beside a public one', [['93.184.215.14', '127.0.0.1']]],
    ['a private address of version 6', [['::1']]],
    ['an address of version 4 written in version 6', [['::7f00:1']]],
    ['such an address beside a public one', [['93.184.215.14', '::7f00:1']]],
  ])('a delivery opens no connection to a name with %s', async (_, [addresses]) => {
    const lookup = (...[, , callback]: [string, object, (e: null, found: object[]) => void]) =>
      callback(
        null,
        addresses!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const attempt = await sendTo(`http://rebound.example:${port}/`, lookup as never);
    expect(attempt.outcome).toBe('address_forbidden');
    expect(connections).toBe(0);
  });

  it('a delivery checks each connection, so a name that becomes private between two attempts is refused', async () => {
    const answers = ['0.0.0.0', '127.0.0.1'];
    const asked: string[] = [];
    const lookup = (
      ...[host, , callback]: [string, object, (e: null, found: object[]) => void]
    ) => {
      asked.push(host);
      callback(null, [{ address: answers[asked.length - 1]!, family: 4 }]);
    };
    const receiver = createReceiver(new Set(), now, lookup as never);
    for (const _ of answers) {
      const attempt = await receiver.send(`http://rebound.example:${port}/`, {}, '{}');
      expect(attempt.outcome).toBe('address_forbidden');
    }
    receiver.close();
    expect([asked.length, connections]).toEqual([2, 0]);
  });

  it('a delivery connects to a host that the operator allows, even if its address is not public', async () => {
    const receiver = createReceiver(new Set(['127.0.0.1']), now);
    await receiver.send(`http://127.0.0.1:${port}/`, {}, '{}');
    receiver.close();
    expect(connections).toBeGreaterThan(0);
  });
});
