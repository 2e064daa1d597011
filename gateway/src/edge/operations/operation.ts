import type { Permission } from '@timbre/api';
import type { CallContext, PageLinks, RefusalCode } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal, RateClass } from '../../identity';
import type { Links } from '../http/signed-link';
import type { Answer } from '../messages/answer';
import type { Services } from '../services';
import type { Irreversible } from './irreversible';
import type { Shown, Subject } from './subject';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The dependencies of a row's `call`. */
export interface Backend {
  services: Services;
  /** Creates a signed link to a file, which needs no key. */
  link: Links['write'];
  /** The addresses of public pages. */
  pages: PageLinks;
}

/** The kinds of documents that are found by the same tools, as their references begin. */
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
 * One public operation as data. Its route, 405 and Allow, validation, permissions, environments,
 * idempotency, OpenAPI entry, metrics label and activity record derive from it.
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
  summary: string;
  description?: string;
  /** All of them are required, unless one is enough. */
  permissions: Permission[];
  /** The answer has only the data that the credential's permissions allow. */
  isOnePermissionEnough?: true;
  environments: 'both' | 'production' | 'sandbox';
  /** Whether Idempotency-Key is required. */
  isIdempotent: boolean;
  success: 200 | 201 | 202;
  rateClass?: RateClass;
  params?: P;
  query?: Q;
  body?: B;
  /** The body's limit, if it differs from the default. */
  bodyBytesMax?: number;
  /** The `data` member of the answer; a list's element when `isList`. Absent for files. */
  response?: R;
  /** Reads the subject of actions from the `response`, if this operation shows one. */
  subject?: (shown: Shown<z.output<R>>) => Subject;
  isList?: boolean;
  /** Whether an accepted request may have problems later; its answer then has `warnings` beside `data`. */
  mayWarn?: true;
  /**
   * Whether it gives or takes power, so that a credential with requiresApproval only proposes it; if absent,
   * its permissions say so. See `givesPower`.
   */
  changesPower?: boolean;
  /** A write that works in an archived organization. */
  isForArchived?: true;
  /** Content types of its file, instead of a `response` or beside it. */
  fileTypes?: string[];
  /** Refusals beyond those of every operation of its kind. */
  errors?: RefusalCode[];
  /** The assistant tool that does the same. */
  tool?: string;
  /** The value of the tool's deciding argument that means this row, where several share the tool. */
  choice?: DocumentKind | 'given' | 'absent';
  /** The purpose of the tool, if the words of the row are for programs. */
  purpose?: string;
  /** The usual next step, in the words of the tools. */
  next?: string;
  /** Whether it reaches the SAT, a PAC or a mail server. */
  reachesOut?: true;
  /** For a write that cannot be undone, or that moves money. */
  irreversible?: Irreversible<Given<P> & Given<B>>;
  call: (
    backend: Backend,
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> },
    context: CallContext,
    principal: Principal,
  ) => Promise<Answer>;
}

/** Declares an operation; infers the types of its input from its schemas. */
export function operation<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType = z.ZodType,
>(row: OperationRow<P, Q, B, R>): OperationRow {
  // A table of rows forgets which input each has.
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
