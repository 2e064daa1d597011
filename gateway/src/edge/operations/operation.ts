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

/** The dependencies that the `call` function of an operation row needs. */
export interface Backend {
  services: Services;
  /** Creates a signed link to a file, which works without an API key. */
  link: Links['write'];
  pages: PageLinks;
}

/** The kinds of documents that the search tools find, named by the prefixes of their references. */
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
 * Declares one public operation as data. The route, 405 and Allow, validation, permissions,
 * environments, idempotency, OpenAPI entry, metrics label and activity record are derived from this
 * declaration.
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
  /**
   * The required permissions: all of them, or any one of them if `isOnePermissionEnough` is set.
   */
  permissions: Permission[];
  /**
   * Whether one of the permissions is enough; the response then contains only the data that the
   * caller's permissions allow.
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
  /** The body limit in bytes, if it differs from the default. */
  bodyBytesMax?: number;
  /**
   * The schema of the response's `data` member, or of a list element if `isList` is set. Undefined
   * for files.
   */
  response?: R;
  /** Derives the subject of an action from the `response`, if this operation reads a subject. */
  subject?: (shown: Shown<z.output<R>>) => Subject;
  isList?: boolean;
  /**
   * Whether an accepted request can have problems that become relevant later. The response contains
   * these problems as `warnings` next to `data`.
   */
  mayWarn?: true;
  /**
   * Whether the write changes permissions or access, so that a credential with requiresApproval can
   * only propose it. The default depends on the operation row's permissions; see `givesPower`.
   */
  changesPower?: boolean;
  /** Set if the write is allowed in an archived organization. */
  isForArchived?: true;
  /**
   * The content types of the file that the operation returns instead of, or as an alternative to, a
   * `response`.
   */
  fileTypes?: string[];
  /**
   * The refusals of this operation, in addition to the refusals that every operation of its kind
   * has.
   */
  errors?: RefusalCode[];
  /** The name of the assistant tool that performs the operation. */
  tool?: string;
  /** The argument value that selects this operation row, if several rows share the tool. */
  choice?: DocumentKind | 'given' | 'absent';
  /** The tool's description, if the operation row's own description is written for programmers. */
  purpose?: string;
  /** The usual next step after the tool call, as a text that names other tools. */
  next?: string;
  /** Whether the operation calls the SAT, a PAC or a mail server. */
  reachesOut?: true;
  /**
   * The data for approvals and limits; set for a write that cannot be undone or that moves money.
   */
  irreversible?: Irreversible<Given<P> & Given<B>>;
  /**
   * @param channel is the channel of the client; undefined if the client did not call this
   * operation directly
   */
  call: (
    backend: Backend,
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> },
    context: CallContext,
    principal: Principal,
    channel?: Channel,
  ) => Promise<Answer>;
}

/** Declares an operation, and infers its input types from its schemas. */
export function operation<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType = z.ZodType,
>(row: OperationRow<P, Q, B, R>): OperationRow {
  // The table of operation rows does not preserve the input type of each row.
  return row as unknown as OperationRow;
}

/** Returns all refusals of an operation row, for its OpenAPI entry. */
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
