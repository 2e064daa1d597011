import { Resolver, type LookupAddress } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { firstIn } from '@timbre/fiscal';

/**
 * All IPv6 addresses that IANA has assigned to the public internet. Addresses such as `::127.0.0.1`
 * are outside of this range.
 */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is an IPv6 address outside the range of the public internet. The HTTP agents
 * for outgoing calls reject private addresses of the common ranges themselves, but not these
 * addresses.
 */
export const isBeyondInternet = (address: string): boolean =>
  isIPv6(address) && !globalUnicast.check(address, 'ipv6');

/** Wraps a DNS lookup so that it rejects host names that resolve to a private address. */
export const outsideOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [{ address: found }] : (found ?? []);
      const inside = error ? undefined : addresses.find(({ address }) => isBeyondInternet(address));
      if (inside) return callback(new Error(`DNS lookup of ${hostname} is not allowed`), []);
      callback(error, found, family);
    });

const resolveMsMax = 3_000;

/**
 * Resolves host names that users supplied. The resolver does not use Node's thread pool, because a
 * few names that cannot be resolved would block the pool for all requests. The resolver also
 * ignores the hosts file of this machine.
 */
export const lookupOutside: LookupFunction = outsideOnly((hostname, options, callback) => {
  const resolver = new Resolver({ timeout: resolveMsMax, tries: 1 });
  const found: LookupAddress[] = [];
  let failure: NodeJS.ErrnoException | null = null;
  let waiting = 2;
  const add = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[]) => {
    if (error) failure ??= error;
    else found.push(...addresses.map((address) => ({ address, family })));
    waiting -= 1;
    if (waiting > 0) return;
    if (found.length === 0) return callback(failure ?? new Error('no address'), []);
    if (options.all) return callback(null, found);
    callback(null, firstIn(found).address, firstIn(found).family);
  };
  resolver.resolve4(hostname, add(4));
  resolver.resolve6(hostname, add(6));
});
