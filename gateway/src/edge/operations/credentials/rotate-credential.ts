import { createdCredential, identifier, instant } from '@timbre/api';
import { z } from 'zod';
import { creatorOf } from '../../../identity/workflows/creator';
import { rotate } from '../../../identity/operations/rotate-credential';
import { ofItsCaller, withApiKey } from '../../messages/api-key';
import { operation } from '../operation';

const weekSeconds = 604_800;
const daySeconds = 86_400;

const input = z.strictObject({
  overlapSeconds: z.int().min(0).max(weekSeconds).default(daySeconds).meta({
    description: 'How long the replaced key works on; 0 for a key that leaked.',
  }),
  expiresAt: instant.optional().meta({
    description: 'If absent, that of the replaced one, which may not be later than your own end.',
  }),
});

export const rotateCredential = operation({
  id: 'rotateCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/rotate',
  summary: 'Replace the key of an API credential',
  description:
    'The new credential has the same name, permissions, addresses and limits, and takes over what the replaced one created. Only this answer, and a repeat of the request, shows its key.',
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ credentialId: identifier }),
  body: input.optional(),
  response: createdCredential,
  call: async ({ own, keySecret, forgetPrincipals }, { params, body }, called, principal) => {
    const context = ofItsCaller(called);
    const entropy = keySecret(context);
    const asked = body ?? { overlapSeconds: daySeconds };
    const request = { ...params, ...asked, entropy, creator: creatorOf(principal) };
    const reply = await rotate.run(own, context, request);
    forgetPrincipals(context.organizationId);
    return withApiKey(reply, entropy, context);
  },
});
