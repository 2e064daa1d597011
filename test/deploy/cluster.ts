import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import type { Manifest } from './helm';

/**
 * A test server for the Kubernetes API calls that Helm makes for a release: discovery and reading objects.
 */
export interface Cluster {
  config: string;
  stop(): void;
}

const plural = (kind: string) =>
  kind.toLowerCase().replace(/y$/, 'ie').replace(/(ss)$/, '$1e').concat('s');

/**
 * Starts a server that returns the given objects and the resource kinds in `known`, like a Kubernetes cluster
 * of the given version.
 */
export async function startCluster(
  file: string,
  objects: Manifest[],
  known: Manifest[],
): Promise<Cluster> {
  const groups = Map.groupBy(known, ({ apiVersion }) => apiVersion);
  const resources = (apiVersion: string) => ({
    kind: 'APIResourceList',
    groupVersion: apiVersion,
    resources: [...new Set(groups.get(apiVersion)!.map(({ kind }) => kind))].map((kind) => ({
      name: plural(kind),
      singularName: '',
      namespaced: true,
      kind,
      verbs: ['get', 'list'],
    })),
  });
  const named = [...groups.keys()].filter((name) => name.includes('/'));
  const versions = (name: string) => ({ groupVersion: name, version: name.split('/')[1] });
  const answers = new Map<string, object>([
    ['/version', { major: '1', minor: '35', gitVersion: 'v1.35.0' }],
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    [
      '/apis',
      {
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: named.map((name) => ({
          name: name.split('/')[0],
          versions: [versions(name)],
          preferredVersion: versions(name),
        })),
      },
    ],
    ['/api/v1', resources('v1')],
    ...named.map((name): [string, object] => [`/apis/${name}`, resources(name)]),
    ...objects.map((object): [string, object] => [
      `/${object.apiVersion.includes('/') ? 'apis' : 'api'}/${object.apiVersion}/namespaces/ns/${plural(object.kind)}/${object.metadata.name}`,
      object,
    ]),
  ]);
  const missing = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'NotFound',
    code: 404,
  };
  const server = createServer((request, response) => {
    const found = answers.get(request.url!.split('?')[0]!);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? missing));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server: url } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u', user: {} }],
  };
  writeFileSync(file, JSON.stringify(config));
  return { config: file, stop: () => (server.close(), server.closeAllConnections()) };
}
