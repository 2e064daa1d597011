import { networkOf } from '../../identity';
import type { View } from '../pages/page';
import { formTokenOf, nameOf, sentForm, type LoginRequest } from './interaction';
import { afterMailedCode } from './second-factor';

/**
 * Returns the login page, which asks for a mail address and then for the code that was mailed to
 * this address.
 */
export async function loginPage(
  login: LoginRequest,
  more: { fault?: string; email?: string } = {},
): Promise<View> {
  const { pageRequest, interaction, client, codes, upstream, here } = login;
  const { login: words } = pageRequest.frame.words;
  const waiting = await codes.addressOf(interaction.uid);
  return {
    template: 'login',
    title: waiting ? words.codeTitle : words.title,
    data: {
      waiting,
      client: nameOf(client),
      token: formTokenOf(login),
      ...more,
      ...(upstream && { upstream: `${here}/upstream` }),
    },
  };
}

/**
 * Processes a form submitted on the login page.
 * @returns undefined if the person is now logged in
 */
export async function sendLogin(
  login: LoginRequest,
): Promise<View | { location: string } | undefined> {
  const { pageRequest, interaction, codes, here } = login;
  const { faults } = pageRequest.frame.words.login;
  const form = await sentForm(login);
  const network = networkOf(pageRequest.request.ip ?? '');
  switch (form.get('step')) {
    case 'email': {
      const email = (form.get('email') ?? '').trim();
      const isAddress = email.length <= 254 && /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/.test(email);
      if (!isAddress) return loginPage(login, { fault: faults.email, email });
      await codes.request(interaction.uid, email, network);
      return { location: here };
    }
    case 'again': {
      const email = await codes.addressOf(interaction.uid);
      if (email !== undefined) await codes.request(interaction.uid, email, network);
      return { location: here };
    }
    case 'other':
      await codes.forget(interaction.uid);
      return { location: here };
    case null:
    default: {
      const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
      const checked = await codes.check(interaction.uid, code);
      if ('fault' in checked) return loginPage(login, { fault: faults[checked.fault] });
      return afterMailedCode(login, checked.userId);
    }
  }
}
