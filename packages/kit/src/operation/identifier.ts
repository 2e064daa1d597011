import { v7 as uuidv7 } from 'uuid';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text can be an identifier of ours; anything else is simply not found. */
export const isIdentifier = (text: string): boolean => uuid.test(text);

/** A new identifier: UUIDv7, so that newest first is the order of the primary key. */
export const newId = (): string => uuidv7();
