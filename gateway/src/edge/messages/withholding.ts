import type { withholdingInput } from '@timbre/api';
import type { z } from 'zod';

/** A draft as a message of fiscal-cfdi. */
export const withholdingMessage = ({
  taxes = [],
  ...input
}: z.output<typeof withholdingInput>) => ({ ...input, taxes });
