import { join } from 'node:path';
import ts from 'typescript';
import { root, type Manifest } from './helm';

/** Returns the npm package with the types of an API group, for Kubernetes 1.35 and the operators in use. */
export function moduleOf(apiVersion: string): string {
  if (apiVersion.startsWith('postgresql.cnpg.io/'))
    return `@kubernetes-models/cloudnative-pg/${apiVersion}`;
  if (apiVersion.startsWith('monitoring.coreos.com/'))
    return `@kubernetes-models/prometheus-operator/${apiVersion}`;
  if (apiVersion.startsWith('gateway.networking.k8s.io/'))
    return `@kubernetes-models/gateway-api/${apiVersion}`;
  return `kubernetes-models/${apiVersion}`;
}

const sourceOf = (manifests: Manifest[]): string =>
  manifests
    .map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const type = `import('${moduleOf(apiVersion)}/${kind}').I${kind}`;
      return `export const m${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
    })
    .join('\n');

/**
 * Finds faults for which the Kubernetes API would reject a manifest: unknown or missing fields, and values of
 * a wrong type. Each manifest is compiled as a literal of its type, so that the compiler also rejects excess
 * fields.
 */
export function faultsOf(manifests: Manifest[]): string[] {
  const file = join(root, 'test', 'deploy', 'manifests.virtual.ts');
  const source = sourceOf(manifests);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2024.d.ts'],
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...more) =>
    name === file
      ? ts.createSourceFile(name, source, version)
      : getSourceFile(name, version, ...more);
  const program = ts.createProgram([file], options, host);
  const checked = program.getSourceFile(file)!;
  return [
    ...program.getSyntacticDiagnostics(checked),
    ...program.getSemanticDiagnostics(checked),
  ].map(({ start = 0, messageText }) => {
    const line = source.slice(source.lastIndexOf('\n', start) + 1).split('\n', 1)[0]!;
    const before = source.slice(0, start).split('export const m').length - 2;
    const { kind, metadata } = manifests[before] ?? { kind: '?', metadata: { name: '?' } };
    return `${kind} ${metadata.name}: ${line.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
