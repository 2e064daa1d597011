import { Rfc, type Issue } from '@timbre/fiscal';
import type { SameRfc } from '../contact';
import type { ImportKind } from './columns';

/** The identifiers of existing records, keyed by the values of their key fields. */
export interface Owners {
  /** Key fields of products. */
  sku: ReadonlyMap<string, string>;
  code: ReadonlyMap<string, string>;
  /**
   * The identifiers of contacts, keyed by the values of their key fields. Several contacts can have
   * the same RFC; the list contains at most two of them.
   */
  rfc: ReadonlyMap<string, readonly SameRfc[]>;
}

/** The values of a row that identify its record. */
export interface RowKeys {
  sku?: string | undefined;
  code?: string | undefined;
  rfc?: string | undefined;
}

/**
 * Returns the values of a row that identify its record. A generic RFC identifies no contact, and an
 * RFC identifies the record only if the row has no code.
 */
export function keysOf(kind: ImportKind, given: Record<string, unknown>): RowKeys {
  const textOf = (field: string) =>
    typeof given[field] === 'string' ? (given[field] as string) : undefined;
  if (kind === 'products') return { sku: textOf('sku'), code: textOf('code') };
  const code = textOf('code');
  return { code, rfc: code === undefined ? rfcOf(given) : undefined };
}

/** Returns the RFC in a contact's row; undefined if the RFC is missing, generic or invalid. */
export function rfcOf({ rfc: given }: Record<string, unknown>): string | undefined {
  const rfc = typeof given === 'string' ? Rfc.parse(given.toUpperCase()) : undefined;
  return rfc?.isGeneric() === false ? rfc.toString() : undefined;
}

/** The existing record of a row, or the issue that prevents the lookup of the record. */
export interface Found {
  recordId?: string | undefined;
  issues: Issue[];
}

/**
 * Finds the existing record of a row. Products are found by sku or, if the row has no sku, by code;
 * contacts are found by code or, if the row has no code, by RFC.
 *
 * - rfc_ambiguous: several contacts of this kind have the RFC, so it is unknown which one is meant
 * - sku_taken, code_taken: another record has the value
 */
export function findRecord(keys: RowKeys, owners: Owners): Found {
  const { sku, code, rfc } = keys;
  const sameRfc = owners.rfc.get(rfc ?? '') ?? [];
  if (sameRfc.length > 1) {
    const message = `${sameRfc.length} contacts have this RFC; give the code of one.`;
    return { issues: [{ path: ['rfc'], code: 'rfc_ambiguous', message }] };
  }
  const ofCode = owners.code.get(code ?? '');
  const recordId = sku === undefined ? (ofCode ?? sameRfc[0]?.contactId) : owners.sku.get(sku);
  const isTaken = sku !== undefined && ofCode !== undefined && ofCode !== recordId;
  const message = 'Another product has this code.';
  return { recordId, issues: isTaken ? [{ path: ['code'], code: 'code_taken', message }] : [] };
}

/**
 * Remembers which lines of a file belong to which record. A second line for the same record is a
 * duplicate.
 */
export class SeenLines {
  private readonly lines = new Map<string, number>();
  /** The first line of the file for each RFC. */
  private readonly linesOfRfc = new Map<string, number>();

  /**
   * Adds a line.
   *
   * - duplicate_in_file: an earlier row of the file is for the same record
   * @returns the issue for a duplicate
   */
  add(line: number, keys: RowKeys, recordId: string | undefined): Issue[] {
    const names = Object.entries({ ...keys, record: recordId }).filter(([, value]) => value);
    const known = names.find(([field, value]) => this.lines.has(`${field} ${value}`));
    if (known) {
      const [field, value] = known;
      const message = `Line ${this.lines.get(`${field} ${value}`)} is about the same record.`;
      return [{ path: field === 'record' ? [] : [field], code: 'duplicate_in_file', message }];
    }
    for (const [field, value] of names) this.lines.set(`${field} ${value}`, line);
    return [];
  }

  /** Returns the first line of the file with this RFC. */
  lineOfRfc = (rfc: string): number | undefined => this.linesOfRfc.get(rfc);

  addRfc(rfc: string, line: number): void {
    if (!this.linesOfRfc.has(rfc)) this.linesOfRfc.set(rfc, line);
  }
}
