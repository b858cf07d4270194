import type { Company } from '@courierdesk/contract/companies';
import type { ColumnsOf, ImportKind } from '@courierdesk/contract/import-columns';
import type { ImportPreview } from '@courierdesk/contract/import-previews';
import { previewRows, previewStored, storeRows } from '../api/imports.ts';
import type { CsvFile } from './csv-file.ts';

/** Rows that are looked up, and imported, while a person waits. More go to the server as a file. */
const maxRowsAtOnce = 5_000;

/** What a file would change, and where the server has its rows when there are many. */
export type FilePreview = { readonly preview: ImportPreview; readonly fileId: string | undefined };

type Wish = { readonly kind: ImportKind; readonly columns: ColumnsOf; readonly company: Company | undefined };

/** Looks up a file. Of a large one `onProgress` gets how many rows were looked up. */
export async function previewFile(
  csv: CsvFile,
  rows: number,
  { kind, columns, company }: Wish,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<FilePreview> {
  if (rows <= maxRowsAtOnce)
    return { preview: await previewRows(await csv.pack(kind, columns, { kind, company }), signal), fileId: undefined };
  const fileId = await storeRows(await csv.packFile(kind, columns), signal);
  return { preview: await previewStored({ fileId, kind, company }, signal, onProgress), fileId };
}
