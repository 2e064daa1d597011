import { createRun } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { listEvents } from '../src/operations/list-events';
import { rotateWebhookSecret } from '../src/operations/rotate-webhook-secret';
import { forgetOld } from '../src/store/retention';
import { onEvents } from '../src/events/on-event';
import { rendered } from './rendered';
import {
  addWebhook,
  allPermissions,
  callContext,
  cfdiOf,
  startWebhooks,
  deliver,
  until,
  type WebhooksRuntime,
} from './webhooks';
import { fiscalCfdi, webhooks } from '@timbre/contract';
import { newId, type CallContext, type ReceivedEvent } from '@timbre/kit';

let service: WebhooksRuntime;
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service?.close());

const idsAfter = async (context: CallContext, after?: string): Promise<unknown[]> => {
  const request = { types: [], order: 'oldest', permissions: allPermissions, after };
  const { data } = await service.page(listEvents, context, request as never);
  return data.map(({ id }) => id);
};

const eventOf = (context: CallContext): ReceivedEvent => ({
  id: newId(),
  orgId: context.organizationId,
  occurredAt: new Date(),
  subject: 'fiscal_cfdi.cfdi.stamped',
  aggregate: 'cfdi',
  aggregateId: newId(),
  aggregateVersion: 1,
  payload: fiscalCfdi.Cfdi.encode(cfdiOf()).finish(),
});

describe('listing the stored events', () => {
  it('the list of events shows no event of a later transaction before the earlier one has ended', async () => {
    const context = callContext();
    const first = await deliver(service, context);
    const slow = eventOf(context);
    let overtaking = '';
    await createRun(service.runtime, context).step(async (tx) => {
      await onEvents([rendered(slow)], tx);
      overtaking = await deliver(service, context);
      expect(await idsAfter(context, first)).toEqual([]);
    });
    // This test waits, because a transaction in any other database of this server may delay both
    // events for a moment.
    const ids = await until(
      () => idsAfter(context, first),
      ({ length }) => length === 2,
    );
    expect(ids).toEqual([slow.id, overtaking]);
  });

  it('the list of events reads its pages in order from an index', async () => {
    const context = callContext();
    await deliver(service, context);
    const asked = jest.spyOn(service.runtime.statements, 'query');
    await idsAfter(context);
    const { text, values } = asked.mock.calls.at(-1)![0] as { text: string; values: unknown[] };
    asked.mockRestore();
    const rows = await service.rows(`explain (format json) ${text}`, values);
    expect(JSON.stringify(rows)).toContain('events_position');
  });
});

it('an event without a public form is stored as a dead letter instead of being lost', async () => {
  const context = callContext();
  const given = createRun(service.runtime, context).step((tx) => onEvents([eventOf(context)], tx));
  await expect(given).rejects.toThrow('fiscal_cfdi.cfdi.stamped came without its public form');
  expect(await idsAfter(context)).toEqual([]);
});

describe('waiting events', () => {
  it('waiting events are stored together, each with a delivery for every endpoint that subscribes to it', async () => {
    const context = callContext();
    const all = await addWebhook(service, context, 'https://example.com/all');
    const some = await addWebhook(service, context, 'https://example.com/some', ['webhook.*']);
    const stamped = eventOf(context);
    const inside = { ...eventOf(context), subject: 'accounts.receivable.changed' };
    const endpoint = {
      webhookId: newId(),
      version: 2,
      url: 'https://example.com',
      status: 'disabled',
    };
    const disabled = {
      ...eventOf(context),
      subject: 'webhooks.webhook.disabled',
      payload: webhooks.Webhook.encode(endpoint).finish(),
    };
    const canceled = { ...eventOf(context), subject: 'fiscal_cfdi.cfdi.canceled' };
    const events = [stamped, inside, disabled, canceled];
    await createRun(service.runtime, context).step((tx) => onEvents(events.map(rendered), tx));
    const ids = await until(
      () => idsAfter(context),
      ({ length }) => length === 3,
    );
    expect(ids).toEqual([stamped.id, disabled.id, canceled.id]);
    const rows = await service.rows<{ webhook: string; event: string; type: string }>(
      `select webhook_id as webhook, event_id as event, event_type as type from deliveries
       where org_id = $1 order by id`,
      [context.organizationId],
    );
    expect(rows.map(({ webhook, event, type }) => [webhook, event, type])).toEqual([
      [all.webhookId, stamped.id, 'cfdi.stamped'],
      ...[all, some].map(({ webhookId }) => [webhookId, disabled.id, 'webhook.disabled']),
      [all.webhookId, canceled.id, 'cfdi.canceled'],
    ]);
  });
});

describe('storing the secret of an endpoint', () => {
  it('the secret of an endpoint is not in plain text in any column of any table', async () => {
    const context = callContext();
    const { webhookId, secret } = await addWebhook(service, context, 'https://example.com/');
    const rotated = await service.answer(rotateWebhookSecret, withKey(context, 'POST rotate'), {
      webhookId,
      permissions: allPermissions,
    });
    const tables = await service.rows<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const sql = tables.map(({ name }) => `select to_jsonb(t)::text as row from ${name} t`);
    const rows = await service.rows<{ row: string }>(sql.join(' union all '));
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).toContain(webhookId);
    for (const text of [secret, rotated.secret as string]) {
      const bytes = Buffer.from(text.slice('whsec_'.length), 'base64');
      for (const form of [text.slice(6), bytes.toString('hex')]) expect(all).not.toContain(form);
    }
  });
});

describe('deleting old events and deliveries', () => {
  it('old events and deliveries are deleted together, and a delivery that is still pending after its schedule has ended fails', async () => {
    const context = callContext();
    await addWebhook(service, context, 'https://example.com/');
    const [old, waiting] = [await deliver(service, context), await deliver(service, context)];
    const now = service.runtime.now();
    await service.rows(
      `update events set created_at = $2::timestamptz - interval '40 days' where id = $1`,
      [old, now],
    );
    await service.rows('update deliveries set expires_at = $2 where event_id = $1', [waiting, now]);
    await forgetOld(service.systemPool, now);
    const left = await service.rows(
      'select event_id as id, state from deliveries where org_id = $1',
      [context.organizationId],
    );
    expect(left).toEqual([{ id: waiting, state: 'failed' }]);
  });

  it('a pending delivery of a deleted endpoint is removed', async () => {
    const context = callContext();
    const { webhookId } = await addWebhook(service, context, 'https://example.com/');
    await deliver(service, context);
    await service.rows('delete from webhooks where id = $1', [webhookId]);
    await forgetOld(service.systemPool, service.runtime.now());
    const left = await service.rows('select id from deliveries where org_id = $1', [
      context.organizationId,
    ]);
    expect(left).toEqual([]);
  });
});
