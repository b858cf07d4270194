/** A file that could not be read: the text of the specification, and the exact problem. */
export class CsvProblem extends Error {
  readonly detail: string;
  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}
