import type { LoadSheet } from '@courierdesk/contract/load-sheets';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { handOver, reprintLoadSheet } from '../../api/load-sheets.ts';
import { openPrintTab, showInTab } from '../../parts/printing/print-tab.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

export function ReprintButton({ sheet }: { sheet: LoadSheet }) {
  const again = sheet.prints > 0;
  return (
    <Working
      label={again ? 'Re-print' : 'Print'}
      of={`load sheet ${sheet.number}`}
      work={async () => {
        const tab = openPrintTab(`Load sheet ${sheet.number}`);
        const { shown, deliver } = showInTab(tab);
        tab.say('Preparing the load sheet…');
        try {
          await reprintLoadSheet(sheet.id, deliver);
        } catch (error) {
          tab.close();
          throw error;
        }
        const where = shown.opened > 0 ? 'opened, ready to print' : 'downloaded';
        showToast(`Load sheet ${sheet.number} ${where}${again ? ', marked as a re-print' : ''}.`);
      }}
    />
  );
}

/** Records that the rider took the parcels; a click by mistake can be undone. */
export function HandOverButton({ sheet }: { sheet: LoadSheet }) {
  const handedOver = sheet.handed_over_at !== null;
  return (
    <Working
      label={handedOver ? 'Undo handover' : 'Mark handed over'}
      of={`load sheet ${sheet.number}`}
      work={async () => {
        await handOver(sheet.id, !handedOver);
        showToast(
          handedOver
            ? `Load sheet ${sheet.number} is waiting for the rider again.`
            : `Load sheet ${sheet.number} handed over.`,
        );
      }}
    />
  );
}

function Working({ label, of, work }: { label: string; of: string; work: () => Promise<void> }) {
  const action = useMutation({ mutationFn: work, onError: showErrorToast });
  return (
    <Button
      variant="default"
      size="xs"
      loading={action.isPending}
      aria-label={`${label}: ${of}`}
      onClick={() => action.mutate()}
    >
      {label}
    </Button>
  );
}
