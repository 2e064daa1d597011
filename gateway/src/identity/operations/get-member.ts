import { query } from '@timbre/kit';
import { memberResource } from '../store/members';

export const getMember = query((read, { memberId }: { memberId: string }) =>
  read.resource(memberResource, memberId),
);
