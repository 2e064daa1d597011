/** A row with a column for every field of a message; missing optional fields are null. */
type RowOf<Message> = {
  [Field in keyof Message]-?: undefined extends Message[Field]
    ? Message[Field] | null
    : Message[Field];
};

/**
 * Converts a row to a message nested in another message: null becomes undefined. The encoder
 * ignores columns that are not fields of the message. It is a compile error if a field has no
 * column of the same name.
 */
export const messageOf = <Message>(row: RowOf<Message>): Message =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Message;

interface Encoder<Message> {
  encode(message: Message): { finish(): Uint8Array };
}

/** Encodes the fields that a row and a message have in common. */
export const encodeRow = <Message>(encoder: Encoder<Message>, row: RowOf<Message>): Uint8Array =>
  encoder.encode(messageOf<Message>(row)).finish();
