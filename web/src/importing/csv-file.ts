import type { ColumnsOf, ImportKind } from '@courierdesk/contract/import-columns';
import type { SheetView, WorkerResponse, WorkerRequest } from './csv-worker.ts';
import { CsvProblem } from './csv-problem.ts';

type Packed = Uint8Array<ArrayBuffer>;

/** A file that a worker has read and keeps in memory. */
export type CsvFile = {
  readonly name: string;
  sheet(kind: ImportKind): Promise<SheetView>;
  /** The body of a call with the file's rows, compressed. */
  pack(kind: ImportKind, columns: ColumnsOf, rest: object): Promise<Packed>;
  /** The file's rows, one per line, compressed: for files with too many rows for one call. */
  packFile(kind: ImportKind, columns: ColumnsOf): Promise<Packed>;
  close(): void;
};

/** Reads a file in a worker. Throws `CsvProblem`. */
export async function openCsv(file: File, kind: ImportKind): Promise<{ csv: CsvFile; sheet: SheetView }> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  const csv: CsvFile = {
    name: file.name,
    sheet: async (other) => sheetIn(await ask(worker, { ask: 'recognise', kind: other })),
    pack: async (about, columns, rest) => packedIn(await ask(worker, { ask: 'pack', kind: about, columns, rest })),
    packFile: async (about, columns) => packedIn(await ask(worker, { ask: 'pack-file', kind: about, columns })),
    close: () => worker.terminate(),
  };
  try {
    return { csv, sheet: sheetIn(await ask(worker, { ask: 'read', file, kind })) };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function ask(worker: Worker, question: WorkerRequest): Promise<WorkerResponse> {
  return new Promise((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerResponse>) =>
        data.kind === 'problem' ? reject(new CsvProblem(data.msg, data.detail)) : resolve(data),
      { once: true },
    );
    worker.addEventListener('error', () => reject(unexpected()), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(question);
  });
}

function packedIn(answer: WorkerResponse): Packed {
  if (answer.kind !== 'packed') throw unexpected();
  return answer.bytes;
}

function sheetIn(response: WorkerResponse): SheetView {
  if (response.kind !== 'sheet') throw unexpected();
  return response.sheet;
}

const unexpected = (): CsvProblem =>
  new CsvProblem('An unexpected error occurred while processing the file', 'Choose the file again.');
