import { randomBytes } from 'node:crypto';
import { notDone, unavailable, type CallContext, type Refusal } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createInvitationLinks } from '../domain/invitation-links';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { createCodeOf } from '../oauth/login-codes';
import { sendMail } from './send-mails';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const links = createInvitationLinks(randomBytes(32), 'https://timbre.example');
const secrets = { links, codeOf: createCodeOf(randomBytes(32)) };
const invitationId = '0198a7c4-1111-7222-8333-444455556666';
const start = Date.parse('2026-11-21T15:00:00.000Z');
const clock = (seconds: number) =>
  gateway.setClock(new Date(start + seconds * 1_000).toISOString());

async function mail(context: CallContext): Promise<string> {
  clock(0);
  const facts = {
    organization: 'Panadería',
    role: 'sales',
    invitationId,
    expiresAt: '2026-11-28T15:00:00Z',
  };
  const [row] = await gateway.rows<{ id: string }>(
    `insert into letters (id, org_id, version, kind, recipient, facts, state, next_attempt_at, attempts, created_at)
     values (gen_random_uuid(), $1, 1, 'invitation', 'eva@example.com', $2, 'due', $3, 0, $3) returning id`,
    [context.organizationId, JSON.stringify(facts), new Date(start)],
  );
  return row!.id;
}

interface Queued {
  text: string;
  recipients: string[];
  key: string | undefined;
}

/** Creates a mailer that returns the given outcomes in order, one per call. */
function mailerOf(...outcomes: (Refusal | undefined)[]) {
  const queued: Queued[] = [];
  const queueMail = (request: Omit<Queued, 'key'>, { idempotency }: CallContext) => {
    queued.push({ ...request, key: idempotency?.key });
    const outcome = outcomes.shift();
    return outcome ? Promise.reject(outcome) : Promise.resolve({ body: Buffer.alloc(0) });
  };
  return { queued, mailer: { queueMail } as never };
}

const stateOf = async (id: string) =>
  (await gateway.rows('select state, last_error_code as code from letters where id = $1', [id]))[0];

it('an invitation is queued once, with its link', async () => {
  const context = callContext();
  const id = await mail(context);
  const { queued, mailer } = mailerOf();
  expect(await sendMail(gateway.runtime, context, mailer, secrets, id)).toBe(true);
  expect(await sendMail(gateway.runtime, context, mailer, secrets, id)).toBe(false);
  expect(queued).toHaveLength(1);
  expect(queued[0]).toMatchObject({ recipients: ['eva@example.com'], key: id });
  expect(queued[0]!.text).toContain(links.urlOf(invitationId));
  expect(await stateOf(id)).toEqual({ state: 'queued', code: null });
});

it('a mail whose response was lost is sent again later with the same idempotency key', async () => {
  const context = callContext();
  const id = await mail(context);
  const { queued, mailer } = mailerOf(unavailable('no answer'));
  const send = () => sendMail(gateway.runtime, context, mailer, secrets, id);
  expect(await send()).toBe(false);
  expect(await send()).toBe(false);
  expect(queued).toHaveLength(1);
  clock(5);
  expect(await send()).toBe(true);
  expect(queued.map(({ key }) => key)).toEqual([id, id]);
});

it('a deployment without a mail server records why it sends no mail', async () => {
  const context = callContext();
  const id = await mail(context);
  const { mailer } = mailerOf(notDone('no mail server', 'mail_not_configured'));
  expect(await sendMail(gateway.runtime, context, mailer, secrets, id)).toBe(true);
  expect(await stateOf(id)).toEqual({ state: 'refused', code: 'mail_not_configured' });
});
