import { Resolver, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

const resolveMsMax = 3_000;

/**
 * Resolves names that others gave us without the thread pool of Node, which a few names that do not
 * resolve would block for everybody, and without the hosts file of this machine.
 */
export const lookupOutside: LookupFunction = (hostname, options, callback) => {
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
    callback(null, found[0]!.address, found[0]!.family);
  };
  resolver.resolve4(hostname, add(4));
  resolver.resolve6(hostname, add(6));
};
