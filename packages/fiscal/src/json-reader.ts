import { isCalendarDate } from './calendar-date';
import { Decimal } from './decimal';

/** An invalid part of an input file. */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Reads a JSON object key by key. The reader collects problems instead of throwing, and reports
 * unread keys at the end, so that no part of a file is ignored silently.
 */
export class JsonReader {
  private readonly read = new Set<string>();
  private readonly object: Record<string, unknown>;

  constructor(
    value: unknown,
    readonly path: string,
    private readonly problems: FileProblem[],
  ) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.object = isObject ? (value as Record<string, unknown>) : {};
    if (!isObject) this.report('', 'is not an object');
  }

  raw(key: string): unknown {
    this.read.add(key);
    return this.object[key];
  }

  has(key: string): boolean {
    const value = this.raw(key);
    return value !== undefined && value !== null;
  }

  text(key: string): string {
    const value = this.raw(key);
    if (typeof value === 'string' && value !== '') return value;
    this.report(key, 'is not a string');
    return '';
  }

  date(key: string): string {
    const value = this.raw(key);
    if (typeof value === 'string' && isCalendarDate(value)) return value;
    this.report(key, 'is not a date');
    return '2000-01-01';
  }

  flag(key: string): boolean {
    const value = this.raw(key);
    if (typeof value !== 'boolean') this.report(key, 'is not true or false');
    return value === true;
  }

  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === this.raw(key));
    if (found === undefined) this.report(key, `is not one of ${choices.join(', ')}`);
    return found ?? (choices[0] as Choice);
  }

  decimal(key: string): Decimal {
    const value = decimalOf(this.raw(key));
    if (value === undefined) this.report(key, 'is not a number');
    return value ?? Decimal.zero;
  }

  optionalDecimal(key: string): Decimal | undefined {
    return this.has(key) ? this.decimal(key) : undefined;
  }

  child(key: string): JsonReader {
    return new JsonReader(this.raw(key), this.pathOf(key), this.problems);
  }

  /** Reads a JSON number without decimals. */
  wholeNumber(key: string, min: number, max: number): number {
    const value = this.raw(key);
    const isWhole = typeof value === 'number' && Number.isInteger(value);
    if (isWhole && value >= min && value <= max) return value;
    this.report(key, `is not a whole number from ${min} to ${max}`);
    return min;
  }

  objects(key: string): JsonReader[] {
    const value = this.raw(key) ?? [];
    if (!Array.isArray(value)) this.report(key, 'is not a list');
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    return items.map(
      (item, index) => new JsonReader(item, `${this.pathOf(key)}.${index}`, this.problems),
    );
  }

  /** Reports a problem that the caller has detected. */
  problem(key: string, message: string): void {
    this.report(key, message);
  }

  /** Reports the keys that were never read. */
  end(): void {
    for (const key of Object.keys(this.object)) {
      if (!this.read.has(key)) this.report(key, 'is not known here');
    }
  }

  private report(key: string, message: string): void {
    this.problems.push({ path: this.pathOf(key), message });
  }

  private pathOf(key: string): string {
    return [this.path, key].filter((part) => part !== '').join('.');
  }
}

/**
 * The maximum number of digits of an amount or a rate. A longer number is a mistake in the file.
 */
const digitsMax = 40;

/** Returns the Decimal for a JSON number or a decimal text. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value === 'string') return Decimal.parse(value);
  if (typeof value !== 'number') return undefined;
  // This condition also rejects NaN.
  const isReadable = value === 0 || Math.abs(Math.log10(Math.abs(value))) < digitsMax;
  return isReadable ? Decimal.from(value) : undefined;
}
