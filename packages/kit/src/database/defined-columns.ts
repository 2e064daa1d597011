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

/** What the ORM knows of a property before and after it has read all definitions. */
interface DefinedProperty {
  type?: unknown;
  customType?: unknown;
  columnTypes?: string[];
  name?: string;
  fieldName?: string;
  fieldNames?: string[];
}

declare const row: unique symbol;

/** The columns of a select, with the type of its rows. */
export type Columns<Row> = string & { readonly [row]?: Row };

/** The rows of a select of these columns. */
export type RowOf<Selected> = Selected extends Columns<infer Row> ? Row : never;

/** A property as a select returns it: a missing value is null. */
type Read<Value> =
  | (NonNullable<Value> extends Opt<infer Plain> ? Plain : NonNullable<Value>)
  | (undefined extends Value ? null : never);

type Row<Entity, Name extends keyof Entity> = { [Key in Name]: Read<Entity[Key]> };

// The definition of any entity; `~entity` gives its own type back.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Definition<Entity> = EntitySchema<any, any> & { readonly '~entity': Entity };

/** No select returns the organization, because it asks for one. */
type Property<Entity> = Exclude<keyof Entity & string, 'organizationId'>;

/**
 * The columns of a defined table under the names of their properties, for a select. Decimals and dates are
 * text, also inside of JSON.
 * @param except properties that the select has in another form, or not at all
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
 * These columns of a defined table, in the form of `columnsOf`.
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

/** A column of a definition, for records and for statements that are built from several of them. */
export type DefinedColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  column: string,
];

/** These columns of a defined table: property, type and name of each. */
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

/** Types whose values the driver would give in a form that is not that of their property. */
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

/** A cast to a type with a length would truncate the value silently. */
function typeOf({ type, customType, columnTypes }: DefinedProperty): string {
  const [known] = [customType, type]
    .map((one) => sqlTypes.get(typeof one === 'object' ? one?.constructor : one))
    .filter((one) => one !== undefined);
  const read = known ?? columnTypes?.[0]?.replace(/\(.*\)/, '');
  if (!read) throw new Error('a property has a type that no statement writes');
  return read === 'varchar' ? 'text' : read;
}

const columnOf = (property: string, { name, fieldName, fieldNames }: DefinedProperty): string =>
  fieldNames?.[0] ??
  fieldName ??
  (name && name !== property ? name : naming.propertyToColumnName(property));
