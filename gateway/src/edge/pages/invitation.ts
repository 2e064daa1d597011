import type { RoleName } from '@timbre/api';
import { jsonOf } from '../messages/json-of';
import type { Page } from './page';

/**
 * A person accepts an invitation with a button, because programs that open the links in mails must not accept
 * anything.
 */
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
    // The page is shown in this answer, because the link has ended and a reload of its address
    // would show nothing.
    return { template: 'invitation-done', title: words.invitation.doneTitle };
  },
};
