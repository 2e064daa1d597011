import type { FactorFault, ResetFault } from '../../identity';
import type { View } from '../pages/page';
import { formTokenOf, sentForm, userIdOf, type LoginRequest } from './interaction';
import { qrCodeOf } from './qr-code';
import { isExternal, markPassed, markPending, pendingOf } from './second-factor';

type Sent = View | { location: string };

/**
 * The form fields for a code: one for the person's own second factor, and one for each action of an
 * owner.
 */
type CodeField = 'code' | 'resetCode' | 'demandCode';

/** The message that the page shows about the submitted form. */
interface Outcome {
  fault?: FactorFault | undefined;
  /** The field whose code was rejected. */
  field?: CodeField;
  /** The mail address whose second factor an owner wants to remove. */
  email?: string;
  reset?: { fault: ResetFault | undefined };
}

/**
 * Returns the page on which a person sets up or removes their second factor. On the same page, an
 * owner of an organization can remove the second factor of a member.
 */
export async function accountPage(
  login: LoginRequest,
  { fault, field = 'code', email: entered, reset }: Outcome = {},
): Promise<View> {
  const { users, secondFactors, here, pageRequest } = login;
  const { secondFactor: words, locale } = pageRequest.frame.words;
  const userId = userIdOf(login);
  const [email, memberships, factor] = await Promise.all([
    users.emailOf(userId),
    users.membershipsOf(userId),
    secondFactors.of(userId),
  ]);
  const id = pendingOf(login);
  const pending = id === undefined ? undefined : await secondFactors.pending(userId, id);
  const since = factor?.confirmedAt.toLocaleDateString(locale, {
    dateStyle: 'long',
    timeZone: 'America/Mexico_City',
  });
  return {
    template: 'second-factor',
    title: words.accountTitle,
    data: {
      here,
      email,
      token: formTokenOf(login),
      factor: factor && { since, codesLeft: factor.codesLeft },
      pending: pending && { ...qrCodeOf(pending.uri), secret: inGroups(pending.secret) },
      faults: fault && { [field]: words.faults[fault] },
      isExternal: isExternal(login),
      entered,
      owned: memberships.filter(({ role }) => role === 'owner'),
      reset: reset && { fault: reset.fault && words.resetFaults[reset.fault] },
    },
  };
}

/** Processes a submitted form of the account page. */
export async function sendAccount(login: LoginRequest): Promise<Sent> {
  const { secondFactors } = login;
  const form = await sentForm(login);
  const of = (name: string): string => (form.get(name) ?? '').trim();
  const userId = userIdOf(login);
  const [step = '', organizationId = ''] = of('step').split(' ');
  switch (step) {
    case 'begin':
      await markPending(login, await secondFactors.begin(userId));
      return pageOf(login);
    case 'confirm':
      return confirm(login, of('code'));
    case 'renew':
      return checked(login, of('code'), async () =>
        codesPage(login, await secondFactors.renewCodes(changeOf(login))),
      );
    case 'disable':
      return checked(login, of('code'), async () => {
        await secondFactors.end(changeOf(login));
        return pageOf(login);
      });
    case 'reset':
      return reset(login, of('email'), of('resetCode'));
    case 'demand':
    case 'release':
      return demand(login, { organizationId, isDemanded: step === 'demand' }, of('demandCode'));
    default:
      return pageOf(login);
  }
}

async function confirm(login: LoginRequest, code: string): Promise<View> {
  const { secondFactors, interaction } = login;
  const id = pendingOf(login);
  if (id === undefined) return accountPage(login);
  const first = { id, code, sessionUid: interaction.session?.uid };
  const codes = await secondFactors.confirm(changeOf(login), first);
  if (!codes) return accountPage(login, { fault: 'second_factor_wrong' });
  await markPassed(login);
  return codesPage(login, codes);
}

/** Runs a function after checking a TOTP code or a recovery code. */
async function checked(
  login: LoginRequest,
  code: string,
  work: () => Promise<Sent>,
  at: Pick<Outcome, 'field' | 'email'> = {},
): Promise<Sent> {
  const fault = await login.secondFactors.check(userIdOf(login), code);
  return fault ? accountPage(login, { fault, ...at }) : work();
}

/** Removes the second factor of a member. */
function reset(login: LoginRequest, email: string, code: string): Promise<Sent> {
  const { owners, pageRequest } = login;
  const work = async () => {
    const fault = await owners.reset(userIdOf(login), email, pageRequest.requestId);
    return accountPage(login, { email, reset: { fault } });
  };
  return asOwner(login, code, work, { field: 'resetCode', email });
}

/** Sets whether an organization requires a second factor. */
function demand(
  login: LoginRequest,
  wanted: { organizationId: string; isDemanded: boolean },
  code: string,
): Promise<Sent> {
  const { owners, pageRequest } = login;
  const work = async () => {
    await owners.demand(userIdOf(login), wanted, pageRequest.requestId);
    return pageOf(login);
  };
  return asOwner(login, code, work, { field: 'demandCode' });
}

/**
 * Runs an owner's action after checking the owner's code. A person who only reads an owner's mail
 * could otherwise weaken the logins of all members. A person who logged in at another provider
 * enters no code.
 */
async function asOwner(
  login: LoginRequest,
  code: string,
  work: () => Promise<Sent>,
  at: Pick<Outcome, 'field' | 'email'>,
): Promise<Sent> {
  if (isExternal(login)) return work();
  if (!(await login.secondFactors.of(userIdOf(login)))) return pageOf(login);
  return checked(login, code, work, at);
}

const changeOf = (login: LoginRequest) => ({
  userId: userIdOf(login),
  actor: `user:${userIdOf(login)}`,
  requestId: login.pageRequest.requestId,
});

const pageOf = ({ here }: LoginRequest) => ({ location: `${here}/factor` });

/** Returns the page with the recovery codes, which is shown only as the response to this form. */
const codesPage = (
  { here, pageRequest }: Pick<LoginRequest, 'here' | 'pageRequest'>,
  codes: string[],
): View => {
  const { codesTitle: title } = pageRequest.frame.words.secondFactor;
  return { template: 'recovery-codes', title, data: { here, codes } };
};

const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
