import type { SavedView } from '@courierdesk/contract/order-views';
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
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
  const [saving, setSaving] = useState(false);

  const keep = async (open: SavedView): Promise<void> => {
    setSaving(true);
    try {
      await props.onKeep(open);
      showToast(`Saved “${open.name}”.`);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <span className={styles.save}>
      {view && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={14} />}
          loading={saving}
          onClick={() => void keep(view)}
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
