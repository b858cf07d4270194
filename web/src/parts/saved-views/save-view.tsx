import type { SavedView } from '@courierdesk/contract/order-views';
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { NameViewDialog } from './name-view-dialog.tsx';
import styles from './save-view.module.css';

/** Saves the current filters in the open view or a new one. */
export function SaveView(props: {
  view: SavedView | undefined;
  /** Says what a view saves. */
  about: string;
  pageName: string;
  onKeep: (view: SavedView) => Promise<unknown>;
  onSaveAs: (named: { name: string; is_default: boolean }) => Promise<unknown>;
}) {
  const { view } = props;
  const [naming, setNaming] = useState(false);
  const keep = useMutation({
    mutationFn: (open: SavedView) => props.onKeep(open),
    onSuccess: (_, { name }) => showToast(`Saved “${name}”.`),
    onError: showErrorToast,
  });
  return (
    <span className={styles.save}>
      {view && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={14} />}
          loading={keep.isPending}
          onClick={() => keep.mutate(view)}
        >
          Save changes
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => setNaming(true)}>
        Save as view
      </Button>
      {naming && (
        <NameViewDialog
          title="Save as view"
          about={props.about}
          action="Save view"
          name=""
          isDefault={false}
          pageName={props.pageName}
          onClose={() => setNaming(false)}
          onSave={props.onSaveAs}
        />
      )}
    </span>
  );
}
