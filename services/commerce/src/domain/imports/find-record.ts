import { Rfc, type Issue } from '@timbre/fiscal';
import type { SameRfc } from '../contact';
import type { ImportKind } from './columns';

/** Identifiers of records by the value of a field that finds them. */
export interface Owners {
  /** Keys of products. */
  sku: ReadonlyMap<string, string>;
  code: ReadonlyMap<string, string>;
  /** Keys of contacts; several may have one RFC, of which two are named. */
  rfc: ReadonlyMap<string, readonly SameRfc[]>;
}

/** The values of a row by which its record is found. */
export interface RowKeys {
  sku?: string | undefined;
  code?: string | undefined;
  rfc?: string | undefined;
}

/**
 * The keys of a row. A generic RFC identifies no contact, and an RFC counts only without a code.
 */
export function keysOf(kind: ImportKind, given: Record<string, unknown>): RowKeys {
  const textOf = (field: string) =>
    typeof given[field] === 'string' ? (given[field] as string) : undefined;
  if (kind === 'products') return { sku: textOf('sku'), code: textOf('code') };
  const code = textOf('code');
  return { code, rfc: code === undefined ? rfcOf(given) : undefined };
}

/** The RFC of a row of contacts, if it names one taxpayer. */
export function rfcOf({ rfc: given }: Record<string, unknown>): string | undefined {
  const rfc = typeof given === 'string' ? Rfc.parse(given.toUpperCase()) : undefined;
  return rfc?.isGeneric() === false ? rfc.toString() : undefined;
}

/** The record of a row, if it has one, or the issue that prevents the search. */
export interface Found {
  recordId?: string | undefined;
  issues: Issue[];
}

/**
 * Finds the record of a row: a product by its sku, without one by its code; a contact by its code,
 * without one by its RFC.
 * - rfc_ambiguous: several contacts of the kind have the RFC
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

/** The lines of a file by their record; a second line about a record is a duplicate. */
export class SeenLines {
  private readonly lines = new Map<string, number>();
  /** The first lines that write contacts with an RFC. */
  private readonly linesOfRfc = new Map<string, number>();

  /**
   * - duplicate_in_file: an earlier line is about the same record, or has the same sku or code
   * @returns the fault of the line, if it is one
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

  /** The first line that writes a contact with this RFC. */
  lineOfRfc = (rfc: string): number | undefined => this.linesOfRfc.get(rfc);

  addRfc(rfc: string, line: number): void {
    if (!this.linesOfRfc.has(rfc)) this.linesOfRfc.set(rfc, line);
  }
}
