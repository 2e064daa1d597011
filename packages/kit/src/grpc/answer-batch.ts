import type { exchange } from '@timbre/contract';

/**
 * The bytes of a message in several chunks. The chunks are joined only once, so that a list page is
 * copied once instead of five times.
 */
export type Pieces = readonly Uint8Array[];

/** An `exchange.Answer` that is not encoded yet. */
export type OutgoingAnswer = Omit<exchange.Answer, 'response'> & { response?: Pieces | undefined };

export interface OutgoingAnswers {
  answers: readonly OutgoingAnswer[];
  closing: boolean;
}

/**
 * Returns the tag of a length-delimited protobuf field. @param field is the field number, at most
 * 15
 */
export const lengthDelimited = (field: number) => (field << 3) | 2;
const varint = (field: number) => field << 3;

/** Returns a `common.Reply` with this body, in chunks. */
export const replyPieces = (body: Uint8Array, isReplay = false): Pieces => [
  ...(body.length === 0 ? [] : [header(lengthDelimited(1), body.length), body]),
  ...(isReplay ? [header(varint(2), 1)] : []),
];

export const bytesOfAnswer = ({ response = [], refusal }: OutgoingAnswer): number =>
  sizeOf(response) + (refusal?.length ?? 0);

/** Encodes an `exchange.AnswerBatch` into one buffer of exactly the required size. */
export function writeAnswerBatch({ answers, closing }: OutgoingAnswers): Buffer {
  const pieces = answers.flatMap((answer) => {
    const inner = answerPieces(answer);
    return [header(lengthDelimited(1), sizeOf(inner)), ...inner];
  });
  if (closing) pieces.push(header(varint(2), 1));
  return Buffer.concat(pieces);
}

function answerPieces({ id, response, refusal }: OutgoingAnswer): Uint8Array[] {
  const pieces = [header(varint(1), id)];
  if (response) pieces.push(header(lengthDelimited(2), sizeOf(response)), ...response);
  if (refusal) pieces.push(header(lengthDelimited(3), refusal.length), refusal);
  return pieces;
}

export const sizeOf = (pieces: Pieces): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Returns a one-byte tag followed by a number, which is a length or the value itself. */
export function header(tag: number, value: number): Uint8Array {
  const bytes = [tag];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  bytes.push(value);
  return Uint8Array.from(bytes);
}
