declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  /** Code 128 with the shortest mix of its sets. `data` has one digit per module, `1` for a bar. */
  export class CODE128 {
    constructor(text: string, options: object);
    valid(): boolean;
    encode(): { data: string };
  }
}
