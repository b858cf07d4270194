import { columnsText, type ColumnsOf, type ImportKind } from '@courierdesk/contract/import-columns';
import { askWorker, unexpectedProblem } from './ask-worker.ts';
import type { SheetView, WorkerResponse } from './csv-worker.ts';

type Packed = Uint8Array<ArrayBuffer>;

/** A file that a worker has read and keeps in memory. */
export type CsvFile = {
  readonly name: string;
  sheet(kind: ImportKind): Promise<SheetView>;
  /** The body of a call with the file's rows, compressed. */
  pack(kind: ImportKind, columns: ColumnsOf, rest: object): Promise<Packed>;
  /** The file's rows, one per line, compressed, and the columns they are made of: for too many rows for one call. */
  packFile(kind: ImportKind, columns: ColumnsOf): Promise<{ readonly bytes: Packed; readonly columns: string }>;
  close(): void;
};

/** Reads a file in a worker. Throws `CsvProblem`. */
export async function openCsv(file: File, kind: ImportKind): Promise<{ csv: CsvFile; sheet: SheetView }> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  const ask = askWorker(worker);
  const csv: CsvFile = {
    name: file.name,
    sheet: async (other) => sheetIn(await ask({ ask: 'recognise', kind: other })),
    pack: async (about, columns, rest) => packedIn(await ask({ ask: 'pack', kind: about, columns, rest })).bytes,
    packFile: async (about, columns) => {
      const packed = packedIn(await ask({ ask: 'pack-file', kind: about, columns }));
      return { bytes: packed.bytes, columns: columnsText(packed.of.kind, packed.of.columns) };
    },
    close: () => worker.terminate(),
  };
  try {
    return { csv, sheet: sheetIn(await ask({ ask: 'read', file, kind })) };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function packedIn(response: WorkerResponse): Extract<WorkerResponse, { kind: 'packed' }> {
  if (response.kind !== 'packed') throw unexpectedProblem();
  return response;
}

function sheetIn(response: WorkerResponse): SheetView {
  if (response.kind !== 'sheet') throw unexpectedProblem();
  return response.sheet;
}
