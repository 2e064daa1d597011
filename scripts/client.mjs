// `npm run generate`: generates the parts of the clients that are derived from the OpenAPI document. With
// `--python` it also generates the types of the Python client, because their generator is a Python program.
import { openApiDocument } from './runtime/openapi-document.mjs';
import { writePythonRoutes, writePythonTypes } from './runtime/python-client.mjs';
import { writeTypeScriptClient } from './runtime/typescript-client.mjs';

const document = await openApiDocument();
writePythonRoutes(document);
if (process.argv.includes('--python')) await writePythonTypes(document);
else await writeTypeScriptClient(document);
