import { z } from 'zod';
import { issueWords } from './stable-words';

/** The codes of issues, in the order of docs/errors.md. */
export const issueCodes = issueWords.trim().split(/\s+/);

/**
 * Returns the schema of a stable code in a response. The list of codes is only part of the OpenAPI
 * document: services can send any text, and tests ensure that the list is complete.
 */
export const stableCode = (codes: readonly string[]) => z.string().meta({ enum: [...codes] });
