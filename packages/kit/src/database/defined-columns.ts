import {
  DateType,
  DecimalType,
  UnderscoreNamingStrategy,
  type EntitySchema,
} from '@mikro-orm/core';

const naming = new UnderscoreNamingStrategy();

/** What the ORM knows of a property before and after it has read all definitions. */
interface DefinedProperty {
  type?: unknown;
  customType?: unknown;
  name?: string;
  fieldName?: string;
  fieldNames?: string[];
}

/**
 * The columns of a defined table under the names of their properties, for a select. Decimals and dates are
 * text, also inside of JSON.
 * @param except properties that the select has in another form, or not at all
 */
export function columnsOf(
  // Accepts any entity definition.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  { meta }: EntitySchema<any, any>,
  ...except: string[]
): string {
  const properties = Object.entries(meta.properties as Record<string, DefinedProperty>);
  return properties
    .filter(([property]) => property !== 'organizationId' && !except.includes(property))
    .map(([property, defined]) => {
      const cast = hasText(defined) ? '::text' : '';
      return `${columnOf(property, defined)}${cast} as "${property}"`;
    })
    .join(', ');
}

const hasText = ({ type, customType }: DefinedProperty): boolean =>
  [type, customType].some(
    (one) =>
      one === DecimalType ||
      one === DateType ||
      one instanceof DecimalType ||
      one instanceof DateType,
  );

const columnOf = (property: string, { name, fieldName, fieldNames }: DefinedProperty): string =>
  fieldNames?.[0] ??
  fieldName ??
  (name && name !== property ? name : naming.propertyToColumnName(property));
