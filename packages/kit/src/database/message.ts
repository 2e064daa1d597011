/** A row that has every field of a message, the optional ones as null when they are absent. */
type RowOf<Message> = { [Field in keyof Message]-?: Message[Field] | null };

interface Codec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/**
 * The fields that a row and a message share, as the message: null becomes absent. A field of the
 * message without a column of its name does not compile.
 */
export function messageOf<Message>(codec: Codec<Message>, row: RowOf<Message>): Message {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  // The encoder leaves out columns that are no field of the message.
  return codec.decode(codec.encode(Object.fromEntries(given) as Message).finish());
}
