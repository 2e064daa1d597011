import type { FactorFault } from '../../identity';
import type { View } from '../pages/page';
import {
  formTokenOf,
  logIn,
  logInAsOther,
  sentForm,
  userIdOf,
  type LoginRequest,
} from './interaction';

/**
 * The time, in milliseconds, that a person has to enter the second factor after the mailed code.
 */
const mailedMs = 10 * 60_000;

/** The data about an interaction that its encrypted record keeps between requests. */
interface Marks {
  /** The person who has entered the mailed code but not yet the second factor. */
  mailed?: { userId: string; untilMs: number } | undefined;
  /** The person who has entered a second factor in this interaction. */
  passed?: string | undefined;
  /** The new second factor that this browser requested; no other browser may confirm it. */
  pending?: string | undefined;
}

// The cast is safe, because only `mark` writes these members.
const marksOf = ({ interaction }: LoginRequest) => (interaction.lastSubmission ?? {}) as Marks;

async function mark({ interaction }: LoginRequest, marks: Marks): Promise<void> {
  interaction.lastSubmission = { ...interaction.lastSubmission, ...marks };
  await interaction.persist();
}

/** Records that the person has entered a second factor in this interaction. */
export const markPassed = (login: LoginRequest): Promise<void> =>
  mark(login, { passed: userIdOf(login) });

/** Records the new second factor that this browser requested. */
export const markPending = (login: LoginRequest, id: string): Promise<void> =>
  mark(login, { pending: id });

/** Returns the new second factor that this browser requested. */
export const pendingOf = (login: LoginRequest): string | undefined => marksOf(login).pending;

/** Completes the login, or asks for the second factor if the person has one. */
export async function afterMailedCode(
  login: LoginRequest,
  userId: string,
): Promise<{ location: string } | undefined> {
  if (await login.secondFactors.of(userId)) {
    await mark(login, { mailed: { userId, untilMs: Date.now() + mailedMs } });
    return { location: login.here };
  }
  await logIn(login, userId, ['otp']);
  return undefined;
}

/** Returns the person who has entered the mailed code and still has to enter a second factor. */
export function mailedUser(login: LoginRequest): string | undefined {
  const { mailed } = marksOf(login);
  return mailed && mailed.untilMs > Date.now() ? mailed.userId : undefined;
}

/**
 * Whether the person logged in at another provider, in which case Timbre never asks for its own
 * second factor.
 */
export const isExternal = ({ interaction }: LoginRequest): boolean =>
  interaction.session?.amr?.includes('ext') ?? false;

/**
 * Whether the person has a second factor but has not entered it in this authorization; an earlier
 * session is not enough to give consent.
 */
export async function isFactorMissing(login: LoginRequest): Promise<boolean> {
  const userId = userIdOf(login);
  const { passed } = marksOf(login);
  const { accountId, amr } = login.interaction.lastSubmission?.login ?? {};
  const isPassed = passed === userId || (accountId === userId && (amr?.includes('mfa') ?? false));
  if (isPassed || isExternal(login)) return false;
  return (await login.secondFactors.of(userId)) !== undefined;
}

/** Returns the page that asks for a TOTP code or a recovery code. */
export function factorPage(login: LoginRequest, fault?: FactorFault): View {
  const { title, faults } = login.pageRequest.frame.words.secondFactor;
  const data = { token: formTokenOf(login), fault: fault && faults[fault] };
  return { template: 'factor', title, data };
}

/** Processes the second-factor page during a login, and completes the login. */
export async function sendMailedFactor(
  login: LoginRequest,
): Promise<View | { location: string } | undefined> {
  const form = await sentForm(login);
  const userId = mailedUser(login);
  if (form.get('step') === 'other' || userId === undefined) {
    await login.codes.forget(login.interaction.uid);
    await mark(login, { mailed: undefined });
    return { location: login.here };
  }
  if (!(await login.secondFactors.of(userId))) {
    // The second factor was reset after the code was mailed.
    await logIn(login, userId, ['otp']);
    return undefined;
  }
  const page = await withoutCode(login, form, userId);
  if (!page) await logIn(login, userId, ['otp', 'mfa']);
  return page;
}

/** Processes the second-factor page before a consent; the consent then continues. */
export async function sendFactor(
  login: LoginRequest,
): Promise<View | { location: string } | undefined> {
  const form = await sentForm(login);
  if (form.get('step') === 'other') {
    await logInAsOther(login);
    return undefined;
  }
  const page = await withoutCode(login, form, userIdOf(login));
  if (page) return page;
  await markPassed(login);
  return { location: login.pageRequest.frame.basePath + login.pageRequest.request.url };
}

/** Returns the page that asks for a code; returns undefined if the form contains a valid code. */
async function withoutCode(
  login: LoginRequest,
  form: URLSearchParams,
  userId: string,
): Promise<View | undefined> {
  if (form.get('step') !== 'factor') return factorPage(login);
  const fault = await login.secondFactors.check(userId, form.get('code') ?? '');
  return fault && factorPage(login, fault);
}
