import type { Company } from '@courierdesk/contract/companies';
import { columnsText, type ColumnsOf, type ImportKind } from '@courierdesk/contract/import-columns';
import type { ImportPreview } from '@courierdesk/contract/import-previews';
import { previewRows, previewStored, storeRows } from '../../api/imports.ts';
import type { CsvFile } from './csv-file.ts';

/** Up to this many rows are checked and imported in one request. Larger files are stored on the server first. */
const maxRowsAtOnce = 5_000;

/** What a file would change, and the id of its stored rows if the file is large. */
type FilePreview = { readonly preview: ImportPreview; readonly fileId: string | undefined };

type PreviewOptions = { readonly kind: ImportKind; readonly columns: ColumnsOf; readonly company: Company | undefined };

/** Checks a file. For a large one, `onProgress` gets the number of rows checked. */
export async function previewFile(
  csv: CsvFile,
  rows: number,
  { kind, columns, company }: PreviewOptions,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<FilePreview> {
  if (rows <= maxRowsAtOnce)
    return { preview: await previewRows(await csv.pack(kind, columns, { kind, company }), signal), fileId: undefined };
  const fileId = await storeRows(await csv.packFile(kind, columns), signal);
  const wish = { fileId, columns: columnsText(kind, columns), kind, company };
  return { preview: await previewStored(wish, signal, onProgress), fileId };
}
