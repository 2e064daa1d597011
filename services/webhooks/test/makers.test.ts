import { gateway, type webhooks } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { onAccessEnded } from '../src/events/on-access-ended';
import { createWebhook } from '../src/operations/create-webhook';
import { getWebhook } from '../src/operations/get-webhook';
import { listWebhookMakers } from '../src/operations/list-webhook-makers';
import { updateWebhook } from '../src/operations/update-webhook';
import { allPermissions, startWebhooks, type WebhooksRuntime } from './webhooks';

let service: WebhooksRuntime;
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service?.close());

async function madeBy(context: CallContext, maker: webhooks.Maker): Promise<string> {
  const fields = { url: 'https://127.0.0.1:8443/in', events: { entries: ['*'] } };
  const request = { fields, permissions: allPermissions, maker };
  const caller = withKey(context, 'POST /v1/webhooks');
  return (await service.answer(createWebhook, caller, request))['webhookId'] as string;
}

const ending = (context: CallContext, ended: gateway.EndedAccess) =>
  createRun(service.runtime, context).step((tx) =>
    onAccessEnded({ payload: gateway.EndedAccess.encode(ended).finish() } as ReceivedEvent, tx),
  );

const shown = (context: CallContext, webhookId: string) =>
  service.answer(getWebhook, context, { webhookId });

const makers = async (context: CallContext) =>
  (await listWebhookMakers.run(service.runtime, context, {})).webhooks;

const disabled = { status: 'disabled', disabledReason: 'access_ended' };

describe('a webhook', () => {
  it('a webhook is disabled when the membership of its maker ends, with an event and an entry of the audit trail', async () => {
    const [context, other] = [callContext({ actor: 'user:eva' }), callContext()];
    const userId = newId();
    const made = await madeBy(context, { userId });
    const kept = await madeBy(context, {});
    const foreign = await madeBy(other, { userId });
    await ending(context, { userId });
    expect(await shown(context, made)).toMatchObject(disabled);
    expect(await shown(context, kept)).toMatchObject({ status: 'enabled' });
    expect(await shown(other, foreign)).toMatchObject({ status: 'enabled' });
    const { organizationId } = context;
    const audited = `select before from audit_entries where org_id = $1 and action = 'webhook.disabled'`;
    expect(await service.rows(audited, [organizationId])).toEqual([
      { before: { createdBy: 'user:eva' } },
    ]);
    const emitted = `select 1 from outbox where org_id = $1 and subject = 'webhooks.webhook.disabled'`;
    expect(await service.rows(emitted, [organizationId])).toHaveLength(1);
  });

  it('a webhook is disabled when the application that made it is disconnected, and stays enabled when another application is disconnected', async () => {
    const context = callContext();
    const userId = newId();
    const made = await madeBy(context, { userId, grantId: 'one' });
    const kept = await madeBy(context, { userId, grantId: 'other' });
    await ending(context, { grantId: 'one' });
    expect(await shown(context, made)).toMatchObject(disabled);
    expect(await shown(context, kept)).toMatchObject({ status: 'enabled' });
  });

  it('a member who enables a webhook becomes its maker, and the webhook stays enabled when its former maker leaves', async () => {
    const context = callContext({ actor: 'user:eva' });
    const [userId, owner] = [newId(), newId()];
    const webhookId = await madeBy(context, { userId });
    await ending(context, { userId });
    expect(await makers(context)).toEqual([]);
    const fields = { status: 'enabled' };
    const request = { webhookId, fields, permissions: allPermissions, cleared: [] };
    const byOwner = { ...context, actor: `user:${owner}` };
    await service.answer(updateWebhook, byOwner, { ...request, maker: { userId: owner } });
    expect(await makers(context)).toMatchObject([
      { webhookId, createdBy: `user:${owner}`, maker: { userId: owner, grantId: undefined } },
    ]);
    await ending(context, { userId });
    expect(await shown(context, webhookId)).toMatchObject({ status: 'enabled' });
  });

  it('a webhook keeps its maker when another member changes its description', async () => {
    const context = callContext({ actor: 'user:eva' });
    const userId = newId();
    const webhookId = await madeBy(context, { userId });
    const fields = { description: 'Caja' };
    const request = { webhookId, fields, permissions: allPermissions, cleared: [] };
    const byOther = { ...context, actor: 'user:leo' };
    await service.answer(updateWebhook, byOther, { ...request, maker: { userId: newId() } });
    expect(await makers(context)).toMatchObject([{ createdBy: 'user:eva', maker: { userId } }]);
  });
});
