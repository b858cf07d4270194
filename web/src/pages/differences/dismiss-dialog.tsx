import { DismissalReason, type Difference } from '@courierdesk/contract/differences';
import { Button, Textarea } from '@mantine/core';
import * as z from 'zod';
import { dismissDifferences } from '../../api/differences.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import styles from './repair-dialog.module.css';

const schema = z.object({ reason: DismissalReason });

/** Dismisses differences that are right as they are, with a reason. */
export function DismissDialog(props: { differences: readonly Difference[]; onDone: () => void; onClose: () => void }) {
  const { differences } = props;
  const [first] = differences;
  const count = differences.length;
  const form = useSchemaForm({
    name: `dismiss ${differences.map(({ id }) => id).join()}`,
    initial: { reason: '' },
    schema,
    save: async ({ reason }) => {
      await dismissDifferences(
        differences.map(({ id }) => id),
        reason.trim(),
      );
      props.onDone();
      props.onClose();
    },
  });
  const subject = first?.order_name || first?.tracking_number || 'this difference';
  return (
    <Dialog
      opened
      onClose={() => form.saving || props.onClose()}
      title={count === 1 ? `Dismiss ${subject}?` : `Dismiss ${count} differences?`}
    >
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <p>
          Nothing changes in the store or at the courier. {count === 1 ? 'The difference opens' : 'They open'} again
          when something about {count === 1 ? 'it' : 'them'} changes.
        </p>
        {differences.some(({ has_case }) => has_case) && <p>This also closes the case in Needs attention.</p>}
        <Textarea
          label="Reason"
          description="Your colleagues see it."
          autosize
          minRows={2}
          required
          data-autofocus
          {...form.field('reason')}
        />
        <FailureNotice failure={form.failure} />
        <div className="dialog-buttons">
          <Button variant="default" disabled={form.saving} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            {count === 1 ? 'Dismiss' : `Dismiss (${count})`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
