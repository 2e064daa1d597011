import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createConfirmations } from '../../gateway/src/edge/assistant/confirmation';
import { createApp, type AppParts } from '../../gateway/src/edge/app';
import { operation, type OperationRow } from '../../gateway/src/edge/operations/operation';

const row = (tool: string, own: Partial<OperationRow>): OperationRow =>
  operation({
    id: tool,
    area: 'fixtures',
    method: 'GET',
    path: `/v1/${tool}`,
    summary: { en: 'A tool that the conformance tool calls', es: 'Una herramienta de la prueba' },
    permissions: [],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    tool,
    call: () => Promise.resolve(Buffer.from('{"data":{"text":"A short text."}}')),
    ...own,
  } as OperationRow);

/**
 * Returns an operation that counts as irreversible, so that a person must confirm it before it is
 * performed.
 */
const asking = (tool: string): OperationRow =>
  row(tool, {
    method: 'POST',
    isIdempotent: true,
    irreversible: {
      action: { en: 'Do it', es: 'Hacerlo' },
      consequence: { en: 'It cannot be undone.', es: 'No se puede deshacer.' },
      readsNothing: true,
    },
  });

/**
 * The tools that scenarios of the conformance tool require and that API operations can implement.
 */
const operations: OperationRow[] = [
  row('test_simple_text', {}),
  // The API key of the test has no permissions, so this operation is always refused.
  row('test_error_handling', { permissions: ['invoices:manage'] }),
  ...['elicitation', 'request_state', 'tampered_state'].map((name) =>
    asking(`test_input_required_result_${name}`),
  ),
];

const principal = {
  id: 'fixtures',
  actor: 'credential:fixtures',
  organizationId: 'fixtures',
  permissions: new Set<string>(),
  isOwner: false,
  isArchived: false,
};

/** Serves these tools in the same way as the gateway serves its tools, at a separate address. */
export async function startFixtures(): Promise<{ baseUrl: string; close: () => void }> {
  const quiet = { info() {}, error() {}, debug() {}, warn() {} };
  const parts = {
    environment: 'sandbox',
    publicUrl: 'https://api.example',
    operations,
    backend: {},
    authenticate: () => Promise.resolve(principal),
    limit: () => Promise.resolve({ isAllowed: true }),
    record: () => undefined,
    logger: quiet,
    confirmations: createConfirmations(Buffer.from('fixtures'), Date.now),
  };
  const server = createServer(createApp(parts as unknown as AppParts)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
