import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createRun, Refusal, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { certain } from '@timbre/fiscal';
import type { LimitClass } from '../domain/quotas';
import { personContext } from '../workflows/person-context';
import type { RateLimiter } from '../workflows/rate-limiter';
import {
  codesOf,
  countAttempt,
  forgetInteraction,
  newCode,
  newestCode,
  useCode,
  waitForCode,
  waitingAddress,
  type MailedCode,
} from '../store/login-codes';
import { writeMail } from '../store/mails';
import { derivedKey, digestOf } from './secrets';
import type { Users } from '../store/users';

/**
 * The minimum duration of a request for a login code, in milliseconds. The minimum is longer than
 * queueing a mail takes, so that the duration does not reveal whether a user has the address.
 */
const answerMs = 200;

export interface LoginCodes {
  /**
   * Sends a login code to an address for one interaction; an earlier code of the interaction
   * becomes invalid. If the address has reached its mail quota, no mail is sent, and the code of
   * the newest mail is valid for the interaction. For an unknown address, the response is the same
   * but no mail is sent.
   * @throws Refusal rate_limited
   */
  request(interactionId: string, email: string, network: string): Promise<void>;
  /** Returns the address to which the interaction's code was sent. */
  addressOf(interactionId: string): Promise<string | undefined>;
  /** Deletes the address, so that the interaction asks for an address again. */
  forget(interactionId: string): Promise<void>;
  /**
   * @returns the user, or the reason why the code was not accepted. After five wrong codes, the
   * person must request a new code
   */
  check(interactionId: string, code: string): Promise<Checked>;
}

type Checked =
  { userId: string; email: string } | { fault: 'login_code_wrong' | 'login_code_ended' };

/**
 * Derives the code of eight digits from the code's identifier, both for the mail and for the
 * comparison. The code itself is never stored.
 */
export type CodeOf = (codeId: string) => string;

export function createCodeOf(contextKey: Buffer): CodeOf {
  const key = derivedKey(contextKey, 'login codes');
  return (codeId) => {
    const bytes = createHmac('sha256', key).update(codeId).digest();
    return String(bytes.readUIntBE(0, 6) % 1e8).padStart(8, '0');
  };
}

export interface LoginCodeParts {
  runtime: Runtime;
  systemPool: Pool;
  users: Users;
  codeOf: CodeOf;
  limit: RateLimiter;
}

export function createLoginCodes(parts: LoginCodeParts): LoginCodes {
  const { systemPool, users, codeOf, limit } = parts;
  return {
    async request(interactionId, email, network) {
      const address = email.trim().toLowerCase();
      // The quota is counted per network, so that requests of a stranger in another network do not
      // lock the person out. The quota is as large as the quota of pages, because many people can
      // share one network.
      await consumeQuota(limit, `login:${network}`, 'page');
      await consumeQuota(
        limit,
        `login:${network} ${digestOf(address).toString('base64url')}`,
        'login',
      );
      // The response takes equally long for a known and an unknown address.
      const answered = delay(answerMs);
      const { id, expiresAt, isNew } = await codeFor(parts, address);
      const interactionDigest = digestOf(interactionId);
      await waitForCode(systemPool, { interactionDigest, id, email: address, network, expiresAt });
      const userId = await users.byEmail(address);
      if (userId !== undefined && isNew) await mail(parts, userId, address, id);
      await answered;
    },
    addressOf: (interactionId) => waitingAddress(systemPool, digestOf(interactionId)),
    forget: (interactionId) => forgetInteraction(systemPool, digestOf(interactionId)),
    async check(interactionId, code) {
      const found = await countAttempt(systemPool, digestOf(interactionId));
      if (!found) return { fault: 'login_code_ended' };
      const isRight = timingSafeEqual(digestOf(codeOf(found.id)), digestOf(code));
      const userId = isRight ? await users.byEmail(found.email) : undefined;
      if (userId === undefined) return { fault: 'login_code_wrong' };
      const isUsed = await useCode(systemPool, found.id);
      return isUsed ? { userId, email: found.email } : { fault: 'login_code_ended' };
    },
  };
}

/**
 * Creates a code, or returns the code of the newest mail if the address has reached its mail quota.
 * @returns the code, and whether a mail must be queued for the code
 * @throws Refusal rate_limited
 */
async function codeFor(
  { limit, systemPool }: LoginCodeParts,
  address: string,
): Promise<MailedCode & { isNew: boolean }> {
  const key = `login:${digestOf(address).toString('base64url')}`;
  const { isAllowed: isNew, retryAfterSeconds } = await limit(key, 'loginMail');
  const code = await (isNew ? newCode : newestCode)(systemPool, address);
  if (!code) throw tooMany(retryAfterSeconds);
  return { ...code, isNew };
}

async function consumeQuota(limit: RateLimiter, key: string, of: LimitClass): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await limit(key, of);
  if (!isAllowed) throw tooMany(retryAfterSeconds);
}

const tooMany = (retryAfterSeconds: number) =>
  new Refusal('rate_limited', 'Too many login codes were requested.', {
    retryable: true,
    retryAfterSeconds,
  });

/**
 * Queues the mail with a login code. The mailer sends on behalf of an organization, so the mail
 * uses one of the user's organizations.
 */
async function mail(
  { runtime, users }: LoginCodeParts,
  userId: string,
  email: string,
  codeId: string,
): Promise<void> {
  const [membership] = await users.membershipsOf(userId);
  const context = personContext({
    organizationId: certain(membership, 'membership').organizationId,
    environment: runtime.environment,
    actor: `user:${userId}`,
    requestId: `login_${codeId}`,
  });
  await createRun(runtime, context).step((tx) => {
    writeMail(tx, 'login_code', email, { codeId });
    return Promise.resolve();
  });
}

/** A login code that an operator can pass on to a person who receives no mail. */
export interface OpenCode {
  code: string;
  requestedAt: string;
  expiresAt: string;
  /**
   * The network from which the code was requested. The operator must check this network, because a
   * code that a stranger requested would log the stranger in.
   */
  requestedFrom: string;
}

/** Returns the valid login codes of a mail address, newest first. */
export async function openCodes(
  systemPool: Pool,
  codeOf: CodeOf,
  email: string,
): Promise<OpenCode[]> {
  const codes = await codesOf(systemPool, email);
  return codes.map(({ id, ...rest }) => ({ code: codeOf(id), ...rest }));
}
