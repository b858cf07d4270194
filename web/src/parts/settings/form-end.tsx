import { hasCode, messageOf } from '../../lib/failures.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import type { FormProblem } from '../../ui/forms/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';

/** What follows the fields of a settings form: why it is read-only, its problems, and the save bar. */
export function FormEnd(props: {
  form: {
    problems: readonly FormProblem[];
    failure: unknown;
    dirty: boolean;
    saving: boolean;
    discard: () => void;
  };
  canWrite: boolean;
}) {
  const { form } = props;
  return (
    <>
      {!props.canWrite && (
        <Notice tone="info">You can view the settings. {missingPermission(['WRITE_SETTINGS'])}</Notice>
      )}
      <ErrorSummary problems={form.problems} />
      {form.failure !== undefined && (
        <Notice tone="error" live>
          {hasCode(form.failure, 'conflict')
            ? 'Someone else just changed these settings. Your changes are still here; the other fields now show the new values. Check them, then save again.'
            : messageOf(form.failure)}
        </Notice>
      )}
      <SaveBar shown={form.dirty} saving={form.saving} onDiscard={form.discard} />
      <UnsavedGuard dirty={() => form.dirty} />
    </>
  );
}
