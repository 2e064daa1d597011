/**
 * One rule of a matrix of the SAT: its code, the attribute that it names, what it demands in the words
 * of the PAC's answer, and whether a subject breaks it.
 */
export type Rule<S> = readonly [
  code: string,
  field: string,
  demand: string,
  isBroken: (subject: S) => boolean,
];

/** A rule that a document breaks. */
export interface Breach {
  readonly code: string;
  readonly field: string;
  readonly demand: string;
}

/** The rules of one kind of subject: the document, each concept, each line of taxes. */
export type Table<D> = (document: D, found: Breach[]) => void;

export function table<D, S>(
  subjects: (document: D) => readonly S[],
  rules: readonly Rule<S>[],
): Table<D> {
  return (document, found) => {
    for (const subject of subjects(document)) {
      for (const rule of rules) {
        if (rule[3](subject)) found.push({ code: rule[0], field: rule[1], demand: rule[2] });
      }
    }
  };
}

/** Adds the breaches of all tables in their order: a PAC answers the first. */
export function addBreaches<D>(tables: readonly Table<D>[], document: D, found: Breach[]): void {
  for (const one of tables) one(document, found);
}
