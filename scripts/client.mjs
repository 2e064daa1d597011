// `npm run generate`: the parts of the client that follow from the API's description.
import { openApiDocument } from './runtime/openapi-document.mjs';
import { writeTypeScriptClient } from './runtime/typescript-client.mjs';

await writeTypeScriptClient(await openApiDocument());
