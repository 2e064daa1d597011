import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { problemsOf } from './lint';

const description = () => openApiDocument(operations, 'https://api.example');

describe('the description', () => {
  it('the OpenAPI description passes the linter', () => {
    expect(problemsOf(description()).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('the OpenAPI description fails the linter if it has a fault', () => {
    const broken = JSON.parse(JSON.stringify(description())) as { paths: Record<string, object> };
    broken.paths['/v1/{nowhere}'] = { get: { operationId: 'getContact', responses: {} } };
    const rules = problemsOf(broken).map(({ rule }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining(['operation-operationId-unique', 'path-parameters-defined']),
    );
  });
});
