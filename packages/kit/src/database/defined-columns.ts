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

/** The ORM's description of a property, before and after it has read all definitions. */
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

/** The columns of a select, typed with the form of its rows. */
export type Columns<Row> = string & { readonly [row]?: Row };

/** The rows of a select of these columns. */
export type RowOf<Selected> = Selected extends Columns<infer Row> ? Row : never;

/** The type of a property that a select returns: a missing value is null. */
type Read<Value> =
  | (NonNullable<Value> extends Opt<infer Plain> ? Plain : NonNullable<Value>)
  | (undefined extends Value ? null : never);

type Row<Entity, Name extends keyof Entity> = { [Key in Name]: Read<Entity[Key]> };

// The definition of any entity. Its member `~entity` preserves the type of the entity.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Definition<Entity> = EntitySchema<any, any> & { readonly '~entity': Entity };

/**
 * The properties that a select can return: all except the organization, because each select is
 * limited to one organization.
 */
type Property<Entity> = Exclude<keyof Entity & string, 'organizationId'>;

/**
 * Returns the columns of a defined table, named like their properties, for a select. Decimals and
 * dates are text, also inside JSON.
 * @param except properties that the select returns in another form or not at all
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
 * Returns the named columns of a defined table, in the form that `columnsOf` gives them.
 * @param alias of the table in the select
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

/** A column of a definition, for records and for statements that are built from several columns. */
export type DefinedColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  column: string,
];

/** Returns the named columns of a defined table, each with its property, type and name. */
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
 * The types that a select must cast, because the driver would return their values in another form than the
 * property has.
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

/** Removes the length of a type, because a cast to a type with a length would truncate the value silently. */
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
