import type { Permission, Text } from '@timbre/api';
import type { CallContext, PageLinks, RefusalCode } from '@timbre/kit';
import type { z } from 'zod';
import type { Channel, Principal, RateClass } from '../../identity';
import type { Links } from '../http/signed-link';
import type { Answer } from '../messages/answer';
import type { Services } from '../services';
import type { Irreversible } from './irreversible';
import type { Shown, Subject } from './subject';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The dependencies that the `call` of a row needs. */
export interface Backend {
  services: Services;
  /** Creates a signed link to a file, which needs no key. */
  link: Links['write'];
  pages: PageLinks;
}

/** The kinds of documents that the same tools find, named by the prefixes of their references. */
type DocumentKind =
  | 'cfdi'
  | 'withholding'
  | 'sales_receipt'
  | 'quote'
  | 'expense'
  | 'declaration'
  | 'tax_compliance_opinion';

type Given<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : unknown;

type Parsed<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * One public operation as data. Its route, 405 and Allow, validation, permissions, environments, idempotency,
 * OpenAPI entry, metrics label and activity record are derived from this row.
 */
export interface OperationRow<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  id: string;
  area: string;
  method: Method;
  path: string;
  summary: Text;
  description?: Text;
  /** The required permissions: all of them, or one if `isOnePermissionEnough`. */
  permissions: Permission[];
  /**
   * Whether one of the permissions is enough. The answer then contains only the data that the permissions
   * allow.
   */
  isOnePermissionEnough?: true;
  environments: 'both' | 'production' | 'sandbox';
  /** Whether the operation requires the header Idempotency-Key. */
  isIdempotent: boolean;
  success: 200 | 201 | 202;
  rateClass?: RateClass;
  params?: P;
  query?: Q;
  body?: B;
  /** The limit of the body in bytes, if it differs from the default. */
  bodyBytesMax?: number;
  /**
   * The shape of the `data` member of the answer, or of an element of the list if `isList`. The shape is
   * absent for files.
   */
  response?: R;
  /** Derives the subject of actions from the `response`, if this operation reads a subject. */
  subject?: (shown: Shown<z.output<R>>) => Subject;
  isList?: boolean;
  /**
   * Whether an accepted request may have problems that matter later. The answer shows them as
   * `warnings` beside `data`.
   */
  mayWarn?: true;
  /**
   * Whether the write gives or takes power, so that a credential with requiresApproval can only propose it.
   * By default the permissions of the row decide; see `givesPower`.
   */
  changesPower?: boolean;
  /** A write that is allowed in an archived organization. */
  isForArchived?: true;
  /** The content types of the file, which is answered instead of a `response` or beside it. */
  fileTypes?: string[];
  /** Refusals in addition to those of every operation of this kind. */
  errors?: RefusalCode[];
  /** The assistant tool that performs the operation. */
  tool?: string;
  /** The value of the deciding argument that selects this row, if several rows share the tool. */
  choice?: DocumentKind | 'given' | 'absent';
  /** The purpose of the tool, if the row's own description addresses programs. */
  purpose?: string;
  /** The usual next step, with the names of tools. */
  next?: string;
  /** Whether the operation reaches the SAT, a PAC or a mail server. */
  reachesOut?: true;
  /** The facts for approval and limits; present for a write that cannot be undone, or that moves money. */
  irreversible?: Irreversible<Given<P> & Given<B>>;
  /** @param channel how the client called; absent if it did not call this operation itself */
  call: (
    backend: Backend,
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> },
    context: CallContext,
    principal: Principal,
    channel?: Channel,
  ) => Promise<Answer>;
}

/** Declares an operation and infers the types of its input from its schemas. */
export function operation<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType = z.ZodType,
>(row: OperationRow<P, Q, B, R>): OperationRow {
  // The table of rows does not keep the input type of each row.
  return row as unknown as OperationRow;
}

/** All refusals of a row, for its OpenAPI entry. */
export function refusalsOf(row: OperationRow): RefusalCode[] {
  const codes: RefusalCode[] = [
    'validation_error',
    'unauthenticated',
    'forbidden',
    'method_not_allowed',
    'conflict',
    'rate_limited',
    'internal',
    'provider_unavailable',
  ];
  if (row.params) codes.push('not_found');
  if (row.isIdempotent) codes.push('idempotency_conflict', 'operation_in_progress');
  return [...new Set([...codes, ...(row.errors ?? [])])];
}
