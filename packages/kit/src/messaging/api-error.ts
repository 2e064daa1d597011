import { NatsError } from 'nats';

/** Error codes of JetStream (nats-server: server/errors.json). */
export const jetstreamErrors = {
  consumerNotFound: 10014,
  messageNotFound: 10037,
  streamNameInUse: 10058,
  streamNotFound: 10059,
} as const;

export function isJetstreamError(error: unknown, name: keyof typeof jetstreamErrors): boolean {
  return error instanceof NatsError && error.api_error?.err_code === jetstreamErrors[name];
}
