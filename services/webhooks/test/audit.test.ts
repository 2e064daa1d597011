import { callContext } from '@timbre/testkit';
import { deleteWebhook } from '../src/operations/delete-webhook';
import { rotateWebhookSecret } from '../src/operations/rotate-webhook-secret';
import { updateWebhook } from '../src/operations/update-webhook';
import { addWebhook, allPermissions, startWebhooks, type WebhooksRuntime } from './webhooks';

let service: WebhooksRuntime;
beforeAll(async () => {
  service = await startWebhooks();
});
afterAll(() => service?.close());

it('the audit trail records who made, changed, rotated and deleted an endpoint, and contains no secret', async () => {
  const context = callContext({ actor: 'user:eva' });
  const { webhookId, secret } = await addWebhook(service, context, 'https://127.0.0.1:8443/a');
  const request = { webhookId: webhookId as string, permissions: allPermissions, cleared: [] };
  const fields = { status: 'disabled' };
  await service.answer(updateWebhook, context, { ...request, fields } as never);
  await service.answer(rotateWebhookSecret, context, { ...request } as never);
  await service.answer(deleteWebhook, context, { webhookId } as never);
  const entries = await service.asOrganization<Record<string, unknown>>(
    context.organizationId,
    'select * from audit_entries order by id',
  );
  expect(entries).toMatchObject([
    { action: 'webhook.created', actor: 'user:eva', subject_id: webhookId },
    { action: 'webhook.changed', before: { status: 'enabled' }, after: { status: 'disabled' } },
    { action: 'webhook.secret_rotated', actor: 'user:eva' },
    { action: 'webhook.deleted', before: { url: 'https://127.0.0.1:8443/a' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
});
