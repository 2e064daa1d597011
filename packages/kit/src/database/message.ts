/** A row with every field of a message; absent optional fields are null. */
type RowOf<Message> = {
  [Field in keyof Message]-?: undefined extends Message[Field]
    ? Message[Field] | null
    : Message[Field];
};

interface Codec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/**
 * The fields that a row and a message share, encoded as the message: null becomes absent. A field
 * of the message without a column of its name does not compile.
 */
export function encodeRow<Message>(codec: Codec<Message>, row: RowOf<Message>): Uint8Array {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  // The encoder ignores columns that are not fields of the message.
  return codec.encode(Object.fromEntries(given) as Message).finish();
}

/** Reads a row as a message, to be part of another message. */
export const messageOf = <Message>(codec: Codec<Message>, row: RowOf<Message>): Message =>
  codec.decode(encodeRow(codec, row));
