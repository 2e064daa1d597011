import type { FactorFault, ResetFault } from '../../identity';
import type { View } from '../pages/page';
import { formTokenOf, sentForm, userIdOf, type LoginRequest } from './interaction';
import { qrCodeOf } from './qr-code';
import { markPassed, markPending, pendingOf } from './second-factor';

type Sent = View | { location: string };

/** What the page says about the form that was sent. */
interface Outcome {
  fault?: FactorFault | undefined;
  reset?: { email: string; fault?: ResetFault | undefined };
}

/**
 * Returns the page of the own second factor, where it is set up and ended. An owner of an
 * organization also ends the second factor of a member there.
 */
export async function accountPage(
  login: LoginRequest,
  { fault, reset }: Outcome = {},
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
  const since = factor?.confirmedAt.toLocaleDateString(locale, { dateStyle: 'long' });
  return {
    template: 'second-factor',
    title: words.accountTitle,
    data: {
      here,
      email,
      token: formTokenOf(login),
      factor: factor && { since, codesLeft: factor.codesLeft },
      pending: pending && { ...qrCodeOf(pending.uri), secret: inGroups(pending.secret) },
      fault: fault && words.faults[fault],
      owned: memberships.filter(({ role }) => role === 'owner'),
      reset: reset && { email: reset.email, fault: reset.fault && words.resetFaults[reset.fault] },
    },
  };
}

/** Processes a form of the page. */
export async function sendAccount(login: LoginRequest): Promise<Sent> {
  const { secondFactors, owners, pageRequest } = login;
  const { requestId } = pageRequest;
  const form = await sentForm(login);
  const of = (name: string): string => (form.get(name) ?? '').trim();
  const userId = userIdOf(login);
  switch (of('step')) {
    case 'begin':
      await markPending(login, await secondFactors.begin(userId));
      return pageOf(login);
    case 'confirm':
      return confirm(login, of('code'));
    case 'renew':
      return checked(login, of('code'), async () =>
        codesPage(login, await secondFactors.renewCodes(userId)),
      );
    case 'disable':
      return checked(login, of('code'), async () => {
        await secondFactors.end(changeOf(login));
        return pageOf(login);
      });
    case 'reset': {
      const email = of('email');
      const fault = await owners.reset(userId, email, requestId);
      return accountPage(login, { reset: { email, fault } });
    }
    case 'demand':
    case 'release': {
      const organizationId = of('organization');
      const isDemanded = of('step') === 'demand';
      await owners.demand(userId, { organizationId, isDemanded }, requestId);
      return pageOf(login);
    }
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
): Promise<Sent> {
  const fault = await login.secondFactors.check(userIdOf(login), code);
  return fault ? accountPage(login, { fault }) : work();
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
