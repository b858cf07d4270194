import { Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { downloadSelection } from '../../api/exports.ts';
import type { Selection } from '../../api/shipments.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ExportFooter } from './export-footer.tsx';
import { FileChoice } from './file-choice.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { useExportChoice } from './use-export-choice.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { countText } from '@courierdesk/contract/count-text';

/** Chooses the file format of selected orders and saves the file. Render it only while it is open. */
export function ExportSelectionDialog(props: {
  selection: Selection;
  total: number;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { query, choice, change } = useExportChoice();
  const save = useMutation({
    mutationFn: (chosen: Exclude<typeof choice, undefined>) => downloadSelection(props.selection, chosen),
    onSuccess: (count) => {
      showToast(`Downloading ${countText(count, 'order')}.`);
      props.onSaved();
      props.onClose();
    },
  });
  return (
    <Dialog opened size="lg" onClose={props.onClose} title={`Export ${countText(props.total, 'order')}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (choice && !save.isPending) save.mutate(choice);
        }}
      >
        <PlanNotice onLeave={props.onClose} />
        {choice && <FileChoice choice={choice} onChange={change} />}
        {!choice && query.isError && <ErrorState query={query} />}
        {!choice && !query.isError && <Skeleton height={220} />}
        <ExportFooter
          total={props.total}
          failure={save.error}
          busy={save.isPending}
          ready={choice !== undefined && choice.columns.length > 0}
          onCancel={props.onClose}
        />
      </form>
    </Dialog>
  );
}
