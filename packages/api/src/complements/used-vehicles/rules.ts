import type { Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDraft } from '../complement';
import type { input } from './shape';

type Value = z.output<typeof input>;

/**
 * Checks the rule of used vehicles that the schema of the value cannot express. The SAT publishes
 * no matrix for this complement.
 *
 * - in_future: the date is in the future
 */
export const issues = ({ imports = [] }: Value, { today }: ComplementedDraft): Issue[] =>
  imports.flatMap(({ date }, index) => {
    if (date <= today) return [];
    const message = 'The vehicle must be imported before it is sold.';
    return [{ path: ['imports', index, 'date'], code: 'in_future', message }];
  });
