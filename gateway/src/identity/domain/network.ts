import { isIPv6 } from 'node:net';

/**
 * Returns the network of one person or office: a whole IPv4 address, or the first 64 bits of an
 * IPv6 address, because a machine can freely choose the other bits.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = ip.split('%');
  if (!isIPv6(bare)) return ip;
  const [head = '', tail] = bare.split('::').map((part) => part.split(':').filter(Boolean));
  const left = [...head];
  if (tail) left.push(...Array<string>(8 - left.length - tail.length).fill('0'), ...tail);
  return left
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
