import { approval, approvalParams, rejectionInput } from '@timbre/api';
import { reject } from '../../approvals/decide';
import { operation } from '../operation';

export const rejectRequest = operation({
  id: 'rejectRequest',
  area: 'approvals',
  method: 'POST',
  path: '/v1/approvals/{approvalId}/reject',
  summary: 'Reject an act',
  description: 'The credential that proposed it is told the reason when it repeats its request.',
  permissions: ['approvals:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: approvalParams,
  body: rejectionInput,
  response: approval,
  call: ({ own }, { params, body }, context) => reject.run(own, context, { ...params, ...body }),
});
