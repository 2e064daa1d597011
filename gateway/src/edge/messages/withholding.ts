import { withholdingComplementNames, type withholdingInput } from '@timbre/api';
import type { z } from 'zod';
import { apart } from './complements';

/** Converts a withholding draft to a message of fiscal-cfdi. */
export const withholdingMessage = ({
  taxes = [],
  ...input
}: z.output<typeof withholdingInput>) => ({ ...apart(input, withholdingComplementNames), taxes });
