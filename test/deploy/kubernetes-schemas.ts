import { join } from 'node:path';
import { moduleOf } from './kubernetes-types';
import type { Manifest } from './helm';

interface Model {
  /** @throws Error naming every value that the schema refuses */
  validate(): void;
}

/** The model of a manifest's kind, whose validator is compiled from the schema of its API. */
function modelOf(manifest: Manifest): Model {
  const { apiVersion, kind } = manifest;
  // By path: the packages export their modules to `import` only, which Jest does not do here.
  const file = join(__dirname, '..', 'node_modules', moduleOf(apiVersion), `${kind}.js`);
  const models = require(file) as Record<string, new (data: Manifest) => Model>; // eslint-disable-line @typescript-eslint/no-require-imports
  return new models[kind]!(manifest);
}

/**
 * What the OpenAPI schemas of Kubernetes 1.35 and the schemas of the operators' resource definitions
 * refuse: enumerations, int32, quantities, patterns, lengths, ranges, missing fields. They say nothing
 * of unknown fields, which `faultsOf` finds.
 */
export function schemaFaultsOf(manifests: Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    try {
      modelOf(manifest).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`];
    }
  });
}
