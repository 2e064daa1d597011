import { webhooks } from '@timbre/contract';
import { createRun, type ReceivedEvent } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { wordsOf } from '../domain/mail-words';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { onWebhookDisabled } from './on-webhook-disabled';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

it.each([
  ['failing', ['eva@example.com']],
  ['gone', ['eva@example.com']],
  ['access_ended', ['eva@example.com']],
  ['by_request', []],
])(
  'administrators get the mail about an endpoint disabled as %s: %j',
  async (reason, recipients) => {
    const context = callContext();
    const members = ['owner', 'sales'].map((role) => [role === 'owner' ? 'eva' : 'leo', role]);
    for (const [name, role] of members) {
      await gateway.rows(
        `with u as (insert into users values (gen_random_uuid(), $2, now())
         on conflict (email) do update set email = excluded.email returning id)
       insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
       select gen_random_uuid(), $1, 1, $2, $3, u.id, 'operator', now(), now(), now() from u`,
        [context.organizationId, `${name}@example.com`, role],
      );
    }
    const webhook = { webhookId: 'w', version: 2, url: 'https://r.example/in', status: 'disabled' };
    const payload = webhooks.Webhook.encode({ ...webhook, disabledReason: reason }).finish();
    await createRun(gateway.runtime, context).step((tx) =>
      onWebhookDisabled({ payload } as ReceivedEvent, tx),
    );
    const mails = await gateway.rows<{ recipient: string; facts: Record<string, string> }>(
      'select recipient, facts from letters where org_id = $1',
      [context.organizationId],
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
    for (const { facts } of mails) {
      const { text } = wordsOf({ kind: 'webhook_disabled', facts }, {} as never);
      expect(text).toContain('https://r.example/in se desactivó');
    }
  },
);
