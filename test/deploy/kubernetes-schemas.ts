import { join } from 'node:path';
import { moduleOf } from './kubernetes-types';
import type { Manifest } from './helm';

interface Model {
  /**
   * Checks the manifest by the schema.
   * @throws Error with every value that the schema refuses
   */
  validate(): void;
}

/**
 * Returns the model of a manifest's kind. The schema of its API is compiled into the validator of
 * the model.
 */
function modelOf(manifest: Manifest): Model {
  const { apiVersion, kind } = manifest;
  // The file is required by its path, because the packages export only to `import`, which Jest does
  // not use here.
  const file = join(__dirname, '..', 'node_modules', moduleOf(apiVersion), `${kind}.js`);
  const models = require(file) as Record<string, new (data: Manifest) => Model>; // eslint-disable-line @typescript-eslint/no-require-imports
  return new models[kind]!(manifest);
}

/**
 * Finds values that the OpenAPI schemas of Kubernetes 1.35 and of the operators' resource definitions refuse:
 * enumerations, int32, quantities, patterns, lengths, ranges, missing fields. The schemas ignore unknown
 * fields, which `faultsOf` finds.
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
