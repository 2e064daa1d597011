import type { RoleName } from '@timbre/api';
import { jsonOf } from '../messages/json-of';
import type { Page } from './page';

/**
 * The page on which a person accepts an invitation with a button. Opening the link is not enough,
 * because mail programs open links too.
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
    // The response to the form itself contains the page. A redirect to the link would show nothing,
    // because the link has become invalid.
    return { template: 'invitation-done', title: words.invitation.doneTitle };
  },
};
