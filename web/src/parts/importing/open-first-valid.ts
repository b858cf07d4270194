import type { ImportKind } from '@courierdesk/contract/import-columns';
import { fileProblem } from './check-file.ts';
import { openCsv, type CsvFile } from './csv-file.ts';
import { CsvProblem } from './csv-problem.ts';
import type { SheetView } from './csv-worker.ts';

/** Why no file was opened: the text of the specification, and the exact problems. */
export type FileProblem = { readonly msg: string; readonly details: readonly string[] };

/** Opens one file: of several, the first that can be read. */
export async function openFirstValid(
  files: readonly File[],
  kind: ImportKind,
): Promise<{ csv: CsvFile; sheet: SheetView; note: string } | FileProblem> {
  const failures: { name: string; msg: string; detail: string }[] = [];
  for (const file of files) {
    const refused = fileProblem(file);
    if (refused) {
      failures.push({ name: file.name, msg: refused, detail: '' });
      continue;
    }
    try {
      const opened = await openCsv(file, kind);
      return { ...opened, note: files.length > 1 ? `You can import one file at a time. This is ${file.name}.` : '' };
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error;
      failures.push({ name: file.name, msg: error.message, detail: error.detail });
    }
  }
  const [only] = failures;
  if (only && failures.length === 1) return { msg: only.msg, details: [only.detail].filter(Boolean) };
  return {
    msg: `${failures.length} file(s) had processing errors`,
    details: failures.map(({ name, msg, detail }) => `${name}: ${[msg, detail].filter(Boolean).join('. ')}`),
  };
}
