import type { RoleName } from '@timbre/api';
import { jsonOf } from '../messages/json-of';
import type { Page } from './page';

/** Somebody accepts an invitation by a button: programs that open the links of mails accept nothing. */
export const invitation: Page = {
  async show({ link, context, backend, words }) {
    const { getMember } = backend.services.identity;
    const member = await getMember({ memberId: link.subjectId }, context);
    const { email, role } = jsonOf<{ email: string; role: RoleName }>(member);
    const { title, roles } = words.invitation;
    return { template: 'invitation', title, data: { email, role: roles[role] } };
  },
  async send({ link, digest, context, backend, words }) {
    await backend.services.identity.acceptInvitation({ memberId: link.subjectId, digest }, context);
    // Not the address again: the link has ended.
    return { template: 'invitation-done', title: words.invitation.doneTitle };
  },
};
