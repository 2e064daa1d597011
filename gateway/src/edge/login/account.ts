import type { FactorFault, ResetFault } from '../../identity';
import type { View } from '../pages/page';
import { formTokenOf, sentForm, userIdOf, type LoginRequest } from './interaction';
import { qrCodeOf } from './qr-code';
import { isExternal, markPassed, markPending, pendingOf } from './second-factor';

type Sent = View | { location: string };

/** The fields for a code: of the own second factor, and of each act of an owner. */
type CodeField = 'code' | 'resetCode' | 'demandCode';

/** The message of the page about the form that was sent. */
interface Outcome {
  fault?: FactorFault | undefined;
  /** The field of the code that was not accepted. */
  field?: CodeField;
  /** The address whose second factor an owner wants to end. */
  email?: string;
  reset?: { fault: ResetFault | undefined };
}

/**
 * Returns the page of the own second factor, where it is set up and ended. An owner of an
 * organization also ends the second factor of a member there.
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

/** Processes a form of the page. */
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

/** Does the work after a right code of the application or a recovery code. */
async function checked(
  login: LoginRequest,
  code: string,
  work: () => Promise<Sent>,
  at: Pick<Outcome, 'field' | 'email'> = {},
): Promise<Sent> {
  const fault = await login.secondFactors.check(userIdOf(login), code);
  return fault ? accountPage(login, { fault, ...at }) : work();
}

/** Ends the second factor of a member. */
function reset(login: LoginRequest, email: string, code: string): Promise<Sent> {
  const { owners, pageRequest } = login;
  const work = async () => {
    const fault = await owners.reset(userIdOf(login), email, pageRequest.requestId);
    return accountPage(login, { email, reset: { fault } });
  };
  return asOwner(login, code, work, { field: 'resetCode', email });
}

/** Sets whether an organization demands a second factor. */
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
 * Does the work of an owner after a right code. Somebody who only reads the mail of an owner could
 * otherwise weaken the logins of all members. A person from another provider enters no code.
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

/** Returns the page that shows the recovery codes, only in the answer to this form. */
const codesPage = (
  { here, pageRequest }: Pick<LoginRequest, 'here' | 'pageRequest'>,
  codes: string[],
): View => {
  const { codesTitle: title } = pageRequest.frame.words.secondFactor;
  return { template: 'recovery-codes', title, data: { here, codes } };
};

const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
