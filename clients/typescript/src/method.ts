import type { CallOptions } from './call.ts';

/** What the caller gives of a generated input. */
type Given<Input> = Omit<Input, 'url' | 'headers'> & CallOptions;

/** A method needs no argument if nothing of its input is required. */
export type Method<Input, Answer> =
  object extends Omit<Input, 'url' | 'headers'>
    ? (input?: Given<Input>) => Answer
    : (input: Given<Input>) => Answer;

/** One item of a list's answer. */
export type ItemOf<Answer> = Answer extends { data: (infer Item)[] } ? Item : never;
