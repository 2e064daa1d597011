/** A row with every field of a message; absent optional fields are null. */
type RowOf<Message> = {
  [Field in keyof Message]-?: undefined extends Message[Field]
    ? Message[Field] | null
    : Message[Field];
};

/**
 * Turns a row into a message that is part of another message: null becomes absent. The encoder ignores
 * columns that are not fields of the message. A field without a column of the same name does not compile.
 */
export const messageOf = <Message>(row: RowOf<Message>): Message =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Message;

interface Encoder<Message> {
  encode(message: Message): { finish(): Uint8Array };
}

/** Encodes the fields that a row and a message have in common. */
export const encodeRow = <Message>(encoder: Encoder<Message>, row: RowOf<Message>): Uint8Array =>
  encoder.encode(messageOf<Message>(row)).finish();
