/** A row that has every field of a message, the optional ones as null when they are absent. */
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
 * The fields that a row and a message share, as the bytes of the message: null becomes absent. A
 * field of the message without a column of its name does not compile.
 */
export function encodeRow<Message>(codec: Codec<Message>, row: RowOf<Message>): Uint8Array {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  // The encoder leaves out columns that are no field of the message.
  return codec.encode(Object.fromEntries(given) as Message).finish();
}

/** The same as a message, for a part of another message. */
export const messageOf = <Message>(codec: Codec<Message>, row: RowOf<Message>): Message =>
  codec.decode(encodeRow(codec, row));
