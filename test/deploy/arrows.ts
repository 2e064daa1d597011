import { render, type Manifest, type Values } from './helm';

interface Rule {
  from?: object[];
  to?: object[];
  ports: { port: number | string }[];
}

const component = 'app.kubernetes.io/component';

/**
 * Returns the name of a peer in a network policy in one of the forms `part`, `namespace:part`, `task:…`,
 * `cluster:…`, an address, or `anyone`.
 */
function nameOf(
  peer: Record<string, { matchLabels?: Record<string, string>; cidr?: string }>,
): string {
  if (peer.ipBlock) return peer.ipBlock.cidr!;
  const {
    [component]: part,
    'timbre/task': task,
    'cnpg.io/cluster': cluster,
  } = peer.podSelector?.matchLabels ?? {};
  if (part || task || cluster) return part ?? task ?? cluster!;
  return `namespace ${Object.values(peer.namespaceSelector?.matchLabels ?? {}).join()}`;
}

/**
 * Returns the traffic that the network policies of a release allow as `from → to:port`: once by the
 * policies of the senders, and once by the policies of the receivers.
 */
export function arrowsOf(values: Values) {
  const policies = render('t', values).filter(({ kind }) => kind === 'NetworkPolicy');
  const arrows = (direction: 'ingress' | 'egress') =>
    policies.flatMap(({ spec }: Manifest) => {
      const self = nameOf({ podSelector: spec.podSelector });
      return ((spec[direction] ?? []) as Rule[]).flatMap(({ ports, ...peers }) =>
        (peers.from ?? peers.to ?? [undefined]).flatMap((peer) =>
          ports.map(({ port }) => {
            const other = peer ? nameOf(peer as never) : 'anyone';
            return direction === 'ingress'
              ? `${other} → ${self}:${port}`
              : `${self} → ${other}:${port}`;
          }),
        ),
      );
    });
  return { ingress: arrows('ingress').sort(), egress: arrows('egress').sort() };
}
