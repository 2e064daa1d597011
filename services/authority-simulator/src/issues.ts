import type { Response } from 'express';
import type { z } from 'zod';

/** Sends a response that lists all issues of an invalid request to the simulator's own endpoints. */
export function refuseInput(response: Response, error: z.ZodError): void {
  const issues = error.issues.map(({ path, message, code }) => ({
    path: path.join('.'),
    message,
    code,
  }));
  response.status(400).json({ error: { code: 'validation_error', issues } });
}

export function refuseUnknown(response: Response, what: string): void {
  response
    .status(404)
    .json({ error: { code: 'not_found', message: `the ${what} does not exist` } });
}
