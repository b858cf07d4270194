import { useCallback, useEffect, useReducer, useRef } from 'react';

/** Says of a form of the page whether it has unsaved changes. */
export type ReportUnsaved = (form: string, dirty: boolean) => void;

/**
 * The unsaved forms of a page, so that one question before leaving is about all of them. `any` knows of a change at once, before the page
 * is drawn again: on a slow device, a click can come first.
 */
export function useUnsavedForms(): { any: () => boolean; report: ReportUnsaved; forget: () => void } {
  const unsaved = useRef(new Set<string>());
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const report = useCallback<ReportUnsaved>((form, dirty) => {
    if (unsaved.current.has(form) === dirty) return;
    if (dirty) unsaved.current.add(form);
    else unsaved.current.delete(form);
    drawAgain();
  }, []);
  const forget = useCallback(() => {
    unsaved.current.clear();
    drawAgain();
  }, []);
  const any = useCallback(() => unsaved.current.size > 0, []);
  return { any, report, forget };
}

export function useReportUnsaved(report: ReportUnsaved, form: string, dirty: boolean): void {
  useEffect(() => {
    report(form, dirty);
    return () => report(form, false);
  }, [report, form, dirty]);
}
