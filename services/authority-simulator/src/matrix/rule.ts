/**
 * A rule of an SAT matrix: its code, the attribute in question, the requirement in the words of the PAC's
 * answer, and a function that returns whether a subject breaks the rule.
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

/** The rules for one kind of subject: the document, each concept, each tax line. */
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

/** Adds the breaches of all tables in their order. A PAC answers with the first breach. */
export function addBreaches<D>(tables: readonly Table<D>[], document: D, found: Breach[]): void {
  for (const one of tables) one(document, found);
}
