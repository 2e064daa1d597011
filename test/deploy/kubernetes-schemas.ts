import { join } from 'node:path';
import { moduleOf } from './kubernetes-types';
import type { Manifest } from './helm';

interface Model {
  /**
   * Validates the manifest against its schema.
   * @throws Error that lists every value that the schema rejects
   */
  validate(): void;
}

/**
 * Returns the model class for the kind of a manifest. The validator of the model contains the compiled API
 * schema.
 */
function modelOf(manifest: Manifest): Model {
  const { apiVersion, kind } = manifest;
  // The file is loaded by its path, because the packages export only to `import`, and Jest uses `require`
  // here.
  const file = join(__dirname, '..', 'node_modules', moduleOf(apiVersion), `${kind}.js`);
  const models = require(file) as Record<string, new (data: Manifest) => Model>; // eslint-disable-line @typescript-eslint/no-require-imports
  return new models[kind]!(manifest);
}

/**
 * Finds values that the OpenAPI schemas of Kubernetes 1.35 and of the operators' resource definitions reject:
 * enumerations, int32, quantities, patterns, lengths, ranges, missing fields. The schemas ignore unknown
 * fields; `faultsOf` finds unknown fields.
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
