import { BlockList, isIP } from 'node:net';

interface Network {
  address: string;
  family: 'ipv4' | 'ipv6';
  prefix: number;
}

/** Reads an IP address, or a network in CIDR notation; undefined for any other text. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return undefined;
  return { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix: length };
}

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return list;
}

const networksOf = (texts: readonly string[]): Network[] =>
  texts.map(readNetwork).filter((network) => network !== undefined);

/** Removes the prefix `::ffff:` that a dual-stack socket adds to IPv4 addresses. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/**
 * Whether one of the allowed networks contains the address. An address that cannot be parsed is in
 * no network.
 */
export function isAllowed(allowed: readonly string[], ip: string): boolean {
  const address = plain(ip);
  const version = isIP(address);
  return (
    version !== 0 && listOf(networksOf(allowed)).check(address, version === 4 ? 'ipv4' : 'ipv6')
  );
}

/** Whether one of the allowed networks contains the given network completely. */
export function isWithin(text: string, allowed: readonly string[]): boolean {
  const inner = readNetwork(text);
  if (!inner) return false;
  return networksOf(allowed).some(
    (outer) =>
      outer.family === inner.family &&
      outer.prefix <= inner.prefix &&
      listOf([outer]).check(inner.address, inner.family),
  );
}

/**
 * Returns the network of an address (/24 for IPv4, /48 for IPv6), so that a stored request does not
 * identify a single person. Returns undefined for text that is not an address.
 */
export function networkOf(ip: string): string | undefined {
  const address = plain(ip);
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  if (version === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 3).map((group) => parseInt(group, 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/48`;
}
