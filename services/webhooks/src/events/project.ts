import { Decimal } from '@timbre/fiscal';
import type { z } from 'zod';

/**
 * The members of a value that a public schema names, in the schema's types: decimals, which
 * messages between services carry as text, become exact JSON numbers, and a list's message becomes
 * the list. Members that the schema does not name are left out.
 * @returns undefined where the value has nothing that the schema names
 */
export function projected(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const { def } = schema as unknown as { def: Definition };
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return projected(def.innerType!, value);
    case 'object':
      return membersOf(def.shape!, value as Record<string, unknown>);
    case 'array':
      return entriesOf(value).map((entry) => projected(def.element!, entry));
    case 'number':
      return typeof value === 'string' ? exactNumber(value) : value;
    case 'union':
      return projected(optionOf(def, value as Record<string, unknown>), value);
    default:
      return value;
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
}

function membersOf(
  shape: Record<string, z.ZodType>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const members = Object.entries(shape)
    .map(([name, schema]) => [name, projected(schema, value[name])] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(members);
}

const entriesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : ((value as { entries?: unknown[] }).entries ?? []);

/** The variant of a discriminated union that the value is. */
function optionOf(
  { options, discriminator }: Definition,
  value: Record<string, unknown>,
): z.ZodType {
  const found = options!.find((option) => {
    const { shape } = (option as unknown as { def: Definition }).def;
    const tag = shape?.[discriminator ?? ''];
    return tag?.safeParse(value[discriminator ?? '']).success;
  });
  if (!found) throw new Error(`no variant has ${discriminator} ${String(value[discriminator!])}`);
  return found;
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => number };

/** A number whose JSON has all digits of the decimal, also where a double has fewer. */
export const exactNumber = (text: string): number =>
  rawJSON(Decimal.from(text).trimmed().toString());
