import type { CallOptions } from './call.ts';

/** Selects the members of a generated input that the caller provides. */
type Given<Input> = Omit<Input, 'url' | 'headers'> & CallOptions;

/** A method needs no argument if its input has no required member. */
export type Method<Input, Answer> =
  object extends Omit<Input, 'url' | 'headers'>
    ? (input?: Given<Input>) => Answer
    : (input: Given<Input>) => Answer;

/** Type of an item in a list's answer. */
export type ItemOf<Answer> = Answer extends { data: (infer Item)[] } ? Item : never;
