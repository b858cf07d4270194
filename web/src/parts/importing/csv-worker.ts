import type { ColumnsOf, ImportKind } from '@courierdesk/contract/import-columns';
import type { RawRow } from '@courierdesk/contract/import-rows';
import { CsvProblem } from './csv-problem.ts';
import { readCsv, type CsvLine } from './read-csv.ts';
import { rowsOf, sheetOf, type Sheet } from './sheet.ts';

/** Requests to the worker that holds the lines, so that parsing five megabytes never blocks the page. */
export type WorkerRequest =
  | { readonly ask: 'read'; readonly file: Blob; readonly kind: ImportKind }
  | { readonly ask: 'recognise'; readonly kind: ImportKind }
  | { readonly ask: 'pack'; readonly kind: ImportKind; readonly columns: ColumnsOf; readonly rest: object }
  | { readonly ask: 'pack-file'; readonly kind: ImportKind; readonly columns: ColumnsOf };

export type SheetView = Omit<Sheet, 'lines'> & {
  /** Lines below the headings. */
  readonly total: number;
  /** The first lines, to show what the columns hold. */
  readonly sample: readonly (readonly string[])[];
};

export type WorkerResponse =
  | { readonly kind: 'sheet'; readonly sheet: SheetView }
  /** The body of a call, or a file of rows, compressed. `of`: what the rows were made of. */
  | {
      readonly kind: 'packed';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly of: { readonly kind: ImportKind; readonly columns: ColumnsOf };
    }
  | { readonly kind: 'problem'; readonly msg: string; readonly detail: string };

/** What the worker gets and sends. Answers may come in another order than the questions, so both carry an id. */
export type Question = { readonly id: number; readonly request: WorkerRequest };
export type Answer = { readonly id: number; readonly response: WorkerResponse };

let lines: readonly CsvLine[] = [];
let sheet: Sheet | undefined;

addEventListener('message', ({ data: { id, request } }: MessageEvent<Question>) => {
  void answer(request)
    .catch(problemOf)
    .then((response) => {
      const answered: Answer = { id, response };
      postMessage(answered, response.kind === 'packed' ? { transfer: [response.bytes.buffer] } : {});
    });
});

async function answer(question: WorkerRequest): Promise<WorkerResponse> {
  switch (question.ask) {
    case 'read':
      lines = readCsv(await bytesOf(question.file), question.kind);
      return view(question.kind);
    case 'recognise':
      return view(question.kind);
    case 'pack': {
      const body = { ...question.rest, ordersData: rowsIn(question) };
      return { kind: 'packed', bytes: await gzip(JSON.stringify(body)), of: question };
    }
    case 'pack-file': {
      const rows = rowsIn(question).map((row) => `${JSON.stringify(row)}\n`);
      return { kind: 'packed', bytes: await gzip(rows.join('')), of: question };
    }
  }
}

function rowsIn({ kind, columns }: { kind: ImportKind; columns: ColumnsOf }): RawRow[] {
  if (!sheet) throw new Error('no file was read');
  return rowsOf(kind, sheet, columns);
}

function view(kind: ImportKind): WorkerResponse {
  sheet = sheetOf(kind, lines);
  const { lines: rows, ...rest } = sheet;
  return { kind: 'sheet', sheet: { ...rest, total: rows.length, sample: rows.slice(0, 3).map(({ cells }) => cells) } };
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new CsvProblem('Failed to read file', 'It may have been moved or changed. Choose it again.');
  }
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function problemOf(error: unknown): WorkerResponse {
  if (error instanceof CsvProblem) return { kind: 'problem', msg: error.message, detail: error.detail };
  return { kind: 'problem', msg: 'An unexpected error occurred while processing the file', detail: '' };
}
