import { z } from 'zod';
import { issueWords } from './stable-words';

/** The codes of issues, in the order of docs/errors.md. */
export const issueCodes = issueWords.trim().split(/\s+/);

/**
 * A code of a closed list in an answer. Services send the code as text. Tests of the API ensure
 * that the list is complete.
 */
export const stableCode = (codes: readonly string[]) => z.string().meta({ enum: [...codes] });
