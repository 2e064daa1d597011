import { Decimal } from '@timbre/fiscal';

/**
 * Converts a domain value to the form of the API, with decimals as numbers. The conversion is exact,
 * because no payroll amount has more digits than a number can represent.
 */
export function shown(value: unknown): unknown {
  if (value instanceof Decimal) return value.toNumber();
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const members: Record<string, unknown> = {};
  for (const name in value) members[name] = shown((value as Record<string, unknown>)[name]);
  return members;
}

export const publicJson = (value: unknown): string => JSON.stringify(shown(value));
