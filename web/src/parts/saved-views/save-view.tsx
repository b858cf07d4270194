import type { OrderView, SavedView, StoreOrderView, ViewPage } from '@courierdesk/contract/order-views';
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeView, saveView } from '../../api/order-views.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { NameViewDialog } from './name-view-dialog.tsx';
import styles from './save-view.module.css';

type Named = 'id' | 'name' | 'is_default';
/** What a page shows: all that a view saves. */
type Shown = Omit<OrderView, Named> | Omit<StoreOrderView, Named>;

const about: Record<ViewPage, string> = {
  orders: 'Saves the filters, sort order and columns. Only you can see it.',
  'store-orders': 'Saves the tab, filters and sort order. Only you can see it.',
};

/** Saves what the page shows in the open view or a new one. */
export function SaveView(props: {
  view: SavedView | undefined;
  shown: Shown;
  /** A new view was saved. */
  onSaved: (made: SavedView) => unknown;
}) {
  const { view, shown } = props;
  const [naming, setNaming] = useState(false);
  const keep = useMutation({
    mutationFn: (open: SavedView) => changeView(open.id, shown),
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
          about={about[shown.page]}
          action="Save view"
          name=""
          isDefault={false}
          page={shown.page}
          onClose={() => setNaming(false)}
          onSave={async (named) => props.onSaved(await saveView({ ...named, ...shown }))}
        />
      )}
    </span>
  );
}
