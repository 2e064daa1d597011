import { storedSecret, type CallContext, type Runtime } from '@timbre/kit';
import { secretText } from './signature';
import type { WebhookProviders } from './providers';

/**
 * The answer with the secret beside it. No stored answer has the secret: a repeat of the request
 * reads it again, and shows none once it is out of use.
 * @param secretIdOf takes the identifier of the secret out of the stored answer
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
