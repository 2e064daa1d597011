import {
  BigIntType,
  BlobType,
  BooleanType,
  DateTimeType,
  DateType,
  DecimalType,
  IntegerType,
  JsonType,
  StringType,
  TextType,
  UnderscoreNamingStrategy,
  UuidType,
  type EntitySchema,
  type Opt,
} from '@mikro-orm/core';

const naming = new UnderscoreNamingStrategy();

/**
 * A property of the ORM's entity definition, before and after the ORM has processed all
 * definitions.
 */
interface DefinedProperty {
  type?: unknown;
  customType?: unknown;
  columnType?: string;
  columnTypes?: string[];
  name?: string;
  fieldName?: string;
  fieldNames?: string[];
}

declare const row: unique symbol;

/** The column list of a select, typed with the rows that the select returns. */
export type Columns<Row> = string & { readonly [row]?: Row };

/** The row type of a select with these columns. */
export type RowOf<Selected> = Selected extends Columns<infer Row> ? Row : never;

/** The type of a selected property; a missing value is null. */
type Read<Value> =
  | (NonNullable<Value> extends Opt<infer Plain> ? Plain : NonNullable<Value>)
  | (undefined extends Value ? null : never);

type Row<Entity, Name extends keyof Entity> = { [Key in Name]: Read<Entity[Key]> };

// The definition of any entity, whose member `~entity` preserves the entity's type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Definition<Entity> = EntitySchema<any, any> & { readonly '~entity': Entity };

/**
 * The properties that a select can return: all except the organization, because each select is
 * limited to one organization.
 */
type Property<Entity> = Exclude<keyof Entity & string, 'organizationId'>;

/**
 * Returns the column list of an entity's table for a select, with the property names as column
 * names. Decimals and dates are returned as text, also inside JSON.
 * @param except names properties that the select returns in another form or not at all
 */
export function columnsOf<Entity, Except extends Property<Entity> = never>(
  definition: Definition<Entity>,
  ...except: Except[]
): Columns<Row<Entity, Exclude<Property<Entity>, Except>>> {
  const left: string[] = ['organizationId', ...except];
  const names = Object.keys(definition.meta.properties).filter((name) => !left.includes(name));
  return pickColumns(definition, names as Property<Entity>[]);
}

/**
 * Returns the column list for the named properties only, in the same form as `columnsOf`.
 * @param alias is the alias of the table in the select
 */
export function pickColumns<Entity, Name extends Property<Entity>>(
  definition: Definition<Entity>,
  names: readonly Name[],
  alias?: string,
): Columns<Row<Entity, Name>> {
  const prefix = alias ? `${alias}.` : '';
  const selected = recordColumns(definition, names).map(([name, type, column]) => {
    const read = readAs[type];
    return `${prefix}${column}${read ? `::${read}` : ''} as "${name}"`;
  });
  return selected.join(', ');
}

/** A column of an entity: the property, the SQL type and the column name. */
export type DefinedColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  column: string,
];

/** Returns the columns of the named properties, each as property, SQL type and column name. */
export function recordColumns<Entity, Name extends Property<Entity>>(
  { meta }: Definition<Entity>,
  names: readonly Name[],
): DefinedColumn<Name>[] {
  const properties = meta.properties as Record<string, DefinedProperty>;
  return names.map((name) => {
    const defined = properties[name];
    if (!defined) throw new Error(`${meta.tableName} has no column for ${name}`);
    return [name, typeOf(defined), columnOf(name, defined)];
  });
}

/**
 * The types that a select must cast, because the driver would otherwise return their values in a
 * different form than the property has.
 */
const readAs: Record<string, string> = { numeric: 'text', date: 'text', bigint: 'float8' };

const sqlTypes = new Map<unknown, string>([
  [BigIntType, 'bigint'],
  [BlobType, 'bytea'],
  [BooleanType, 'boolean'],
  [DateTimeType, 'timestamptz'],
  [DateType, 'date'],
  [DecimalType, 'numeric'],
  [IntegerType, 'int'],
  [JsonType, 'jsonb'],
  [StringType, 'text'],
  [TextType, 'text'],
  [UuidType, 'uuid'],
]);

/**
 * Removes the length from a type, because a cast to a type with a length would silently truncate
 * the value.
 */
function typeOf({ type, customType, columnType, columnTypes }: DefinedProperty): string {
  const [known] = [customType, type]
    .map((one) => sqlTypes.get(typeof one === 'object' ? one?.constructor : one))
    .filter((one) => one !== undefined);
  const read = known ?? (columnTypes?.[0] ?? columnType)?.replace(/\(.*\)/, '');
  if (!read) throw new Error('a property has a type that no statement writes');
  return read === 'varchar' ? 'text' : read;
}

const columnOf = (property: string, { name, fieldName, fieldNames }: DefinedProperty): string =>
  fieldNames?.[0] ??
  fieldName ??
  (name && name !== property ? name : naming.propertyToColumnName(property));
