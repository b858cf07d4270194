import { useCallback, useEffect, useState } from 'react';

/** Says of a form of the page whether it has unsaved changes. */
export type ReportUnsaved = (form: string, dirty: boolean) => void;

/** The unsaved forms of a page, so that one question before leaving is about all of them. */
export function useUnsavedForms(): { any: boolean; report: ReportUnsaved; forget: () => void } {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<ReportUnsaved>((form, dirty) => {
    setUnsaved((before) => {
      if (before.has(form) === dirty) return before;
      return new Set(dirty ? [...before, form] : [...before].filter((one) => one !== form));
    });
  }, []);
  const forget = useCallback(() => setUnsaved(new Set()), []);
  return { any: unsaved.size > 0, report, forget };
}

export function useReportUnsaved(report: ReportUnsaved, form: string, dirty: boolean): void {
  useEffect(() => {
    report(form, dirty);
    return () => report(form, false);
  }, [report, form, dirty]);
}
