import { isSpanContextValid, trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentOrganizationId, currentRequestId } from './request-scope';

export type { Logger } from 'pino';

/**
 * Names of values that are never logged, at any depth. The redaction is the second line of defense:
 * operations log only names and identifiers in the first place.
 */
const secretNames = new Set([
  'apiKey', 'authorization', 'passphrase', 'password', 'privateKey', 'certificate', 'secret',
  'token', 'cookie', 'fert', 'xml', 'cadena', 'sello', 'rfc', 'curp', 'email', 'clabe', 'body',
  // These names stand for personal data: identity, income and bank account.
  'employeeTaxId', 'receiverRfc', 'issuerRfc', 'employerRfc', 'socialSecurityNumber', 'nss',
  'bankAccount', 'legalName', 'employeeName', 'salary', 'dailyWage', 'integratedDailySalary',
  'contributionBaseSalary', 'salaryHistory', 'phone', 'address', 'foreignTaxId',
  // These names stand for personal data of pupils in the complement iedu.
  'studentName', 'payerRfc', 'complements', 'complementsJson', 'iedu',
].map((name) => name.toLowerCase())); // prettier-ignore

/**
 * The comparison ignores case and separators, so `bank_account` and `Bank-Account` are as secret as
 * `bankAccount`.
 */
const isSecret = (name: string): boolean =>
  secretNames.has(name.replaceAll(/[_-]/g, '').toLowerCase());

/**
 * The depth below which values are omitted, because a deeper value does not belong in a log line or
 * is part of a cycle.
 */
const depthMax = 8;

/**
 * Creates the process's logger, which writes JSON lines with the identifiers of request,
 * organization and trace, and replaces secrets with `[redacted]`.
 */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { name },
    mixin: scopeFields,
    formatters: { log: (fields) => redacted(fields, 0) as Record<string, unknown> },
    // The function `redacted` has already converted the errors. Pino's own serializer would log
    // complete errors.
    serializers: { err: (described: unknown) => described },
  };
  return stream ? pino(options, stream) : pino(options);
}

function scopeFields(): Record<string, string> {
  const requestId = currentRequestId();
  const organizationId = currentOrganizationId();
  const context = trace.getActiveSpan()?.spanContext();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(context &&
      isSpanContextValid(context) && { traceId: context.traceId, spanId: context.spanId }),
  };
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return '[too deep]';
  if (value instanceof Error) return redacted(describeError(value), depth + 1);
  if (Array.isArray(value)) return value.map((element) => redacted(element, depth + 1));
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    isSecret(name) ? '[redacted]' : redacted(member, depth + 1),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * Describes an error by name, message and stack. The `detail` of driver errors is dropped, because
 * it quotes values.
 */
function describeError(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause ? { cause } : {}),
  };
}
