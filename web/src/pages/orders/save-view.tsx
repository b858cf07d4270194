import type { OrderView } from '@courierdesk/contract/order-views';
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { changeView, saveView } from '../../api/order-views.ts';
import { messageOf } from '../../lib/failures.ts';
import { showToast } from '../../ui/toast.ts';
import { NameViewDialog } from './name-view-dialog.tsx';
import styles from './save-view.module.css';
import type { OrdersSearch } from './orders-search.ts';
import { columnsOf, searchOfView, viewSearchOf } from './view-search.ts';

/** Keeps what is shown: in the view that is open, or as a new one. */
export function SaveView(props: {
  search: OrdersSearch;
  view: OrderView | undefined;
  today: string;
  onOpen: (search: OrdersSearch) => void;
}) {
  const { search, view, today } = props;
  const [naming, setNaming] = useState(false);
  const [saving, setSaving] = useState(false);
  const shown = { search: viewSearchOf(search, today), columns: [...columnsOf(search, view)] };

  const keep = async (open: OrderView): Promise<void> => {
    setSaving(true);
    try {
      await changeView(open.id, shown);
      showToast(`“${open.name}” is saved as it is shown.`);
    } catch (error) {
      showToast(messageOf(error), { error: true });
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
          about="It keeps the filters, the sort and the columns that are shown. Only you see it."
          action="Save view"
          name=""
          isDefault={false}
          onClose={() => setNaming(false)}
          onSave={async (named) => props.onOpen(searchOfView(await saveView({ ...named, ...shown }), today))}
        />
      )}
    </span>
  );
}
