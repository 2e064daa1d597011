import { storedSecret, type CallContext, type Runtime } from '@timbre/kit';
import { secretText } from './signature';
import type { WebhookProviders } from './providers';

/**
 * Adds the secret of an endpoint to the response. The stored response never contains the secret;
 * for a repeated request, the secret is read again. A secret that is no longer in use is left out
 * of the response.
 * @param secretIdOf a function that returns the identifier of the secret from the stored response
 */
export async function withSecret(
  runtime: Runtime<WebhookProviders>,
  context: CallContext,
  body: Buffer,
  secretIdOf: (data: Record<string, unknown>) => string,
): Promise<Buffer> {
  const { data } = JSON.parse(body.toString()) as { data: Record<string, unknown> };
  const sealed = await storedSecret.run(runtime, context, secretIdOf(data));
  const { secretId: _, ...shown } = data;
  if (!sealed) return Buffer.from(JSON.stringify({ data: shown }));
  const secret = secretText(await runtime.providers.secrets.open(sealed));
  return Buffer.from(JSON.stringify({ data: { ...shown, secret } }));
}
