import type { RoleName } from '@timbre/api';
import { query } from '@timbre/kit';
import { acceptInvitation } from '../../identity/operations/accept-invitation';
import { memberResource } from '../../identity/store/members';
import type { Page } from './page';

/** Somebody accepts an invitation by a button: programs that open the links of mails accept nothing. */
export const invitation: Page = {
  async show({ link, context, backend, words }) {
    const { email, role } = await readMember.run(backend.own, context, link.subjectId);
    const { title, roles } = words.invitation;
    return { template: 'invitation', title, data: { email, role: roles[role] } };
  },
  async send({ link, digest, context, backend, words }) {
    await acceptInvitation(backend.own, context, link.subjectId, digest);
    // Not the address again: the link has ended.
    return { template: 'invitation-done', title: words.invitation.doneTitle };
  },
};

const readMember = query(async (reader, memberId: string) => {
  const body = await reader.resource(memberResource, memberId);
  return (JSON.parse(body.toString()) as { data: { email: string; role: RoleName } }).data;
});
