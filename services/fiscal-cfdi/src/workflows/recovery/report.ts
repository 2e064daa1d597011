/** Reports to the operator. */
export interface Report {
  /** Writes one line of JSON to the result. */
  line(values: object): void;
  /** Reports the progress, which is not part of the result. */
  progress(text: string): void;
}
