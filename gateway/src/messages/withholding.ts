import type { withholdingInput } from '@timbre/api';
import type { z } from 'zod';

/** A draft as the fiscal-cfdi service takes it. */
export const withholdingMessage = ({
  taxes = [],
  ...input
}: z.output<typeof withholdingInput>) => ({ ...input, taxes });
