import { query, type CallContext, type Runtime, type SealedSecret } from '@timbre/kit';
import { secretText } from './signature';
import { secretSql } from '../store/secrets';
import type { WebhookProviders } from './providers';

const storedSecret = query<string, unknown, SealedSecret | undefined>(async (read, secretId) => {
  const [row] = await read.rows<Omit<SealedSecret, 'organizationId'>>(
    `${secretSql} where org_id = :org and id = $2::uuid`,
    [secretId],
  );
  return row && { organizationId: read.context.organizationId, ...row };
});

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
