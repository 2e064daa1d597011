import { z } from 'zod';
import { pageFields, queryOf } from './page';
import { documentRef, identifier, instant, shownFreeText } from './values';

const statuses = ['pending', 'executing', 'approved', 'failed', 'rejected', 'expired'] as const;

/** An irreversible action that a credential has proposed, and the outcome of the proposal. */
export const approval = z
  .strictObject({
    approvalId: z.string().min(1),
    status: z.enum(statuses).meta({
      description:
        'executing: approved, and the outcome is still unknown; Timbre continues. approved: the operation was done. failed: it was approved, but the operation was refused; see `error`.',
    }),
    operation: z.string().meta({ description: 'The operation that was called.' }),
    summary: z
      .string()
      .meta({ description: 'Summary of the action: its effect, receiver and amount.' }),
    credentialId: z.string().meta({ description: 'The credential that proposed the action.' }),
    createdAt: instant,
    expiresAt: instant.meta({ description: 'Time until which the action can be approved.' }),
    documentRef: documentRef().optional(),
    decidedBy: z.string().optional().meta({ description: 'credential:… or user:….' }),
    decidedAt: instant.optional(),
    reason: z.string().optional().meta({ description: 'Reason of the rejection.' }),
    error: z
      .strictObject({ code: z.string(), message: z.string(), reason: z.string().optional() })
      .optional()
      .meta({ description: 'The reason why the operation was refused after its approval.' }),
  })
  .meta({ id: 'Approval' });

const { query: _words, ...pageWithoutSearch } = pageFields;

/** GET /v1/approvals */
export const approvalFilters = queryOf({
  ...pageWithoutSearch,
  status: z.enum(statuses).optional(),
  credentialId: identifier.optional(),
});

export const approvalParams = z.strictObject({ approvalId: identifier });

/** POST /v1/approvals/{approvalId}/reject */
export const rejectionInput = z.strictObject({
  reason: shownFreeText(500).meta({
    description: 'Reason, shown to the credential that proposed the action.',
  }),
});
