import type { OrderView } from '@courierdesk/contract/order-views';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { changeView, forgetView, sortViews } from '../../api/order-views.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toast.ts';
import { messageOf } from '../../lib/failures.ts';
import { NameViewDialog } from './name-view-dialog.tsx';
import styles from './order-view-tabs.module.css';
import { searchOfView } from './view-search.ts';

type Dialog = 'rename' | 'delete';

/** Saved views as tabs; the one that is open can be renamed, moved, deleted, or made the one that opens first. */
export function OrderViewTabs(props: {
  views: readonly OrderView[];
  view: OrderView | undefined;
  today: string;
  onOpen: (search: { view: 'all' }) => void;
}) {
  const { views, view, today, onOpen } = props;
  const [dialog, setDialog] = useState<Dialog>();
  const row = useRef<HTMLElement>(null);
  const close = (): void => setDialog(undefined);
  const chosenId = view?.id;
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-view="${chosenId}"]`);
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - row.current.offsetLeft - 16;
  }, [chosenId]);
  if (views.length === 0) return null;
  return (
    <>
      <nav ref={row} className={styles.tabs} aria-label="Saved views">
        <Link
          to="/dashboard/orders"
          search={{ view: 'all' }}
          activeOptions={{ exact: true }}
          className={styles.tab}
          aria-current={view ? undefined : 'page'}
        >
          All
        </Link>
        {views.map((one) => (
          <span key={one.id} className={styles.place} data-view={one.id}>
            <Link
              to="/dashboard/orders"
              search={searchOfView(one, today)}
              activeOptions={{ exact: true }}
              className={styles.tab}
              aria-current={one === view ? 'page' : undefined}
            >
              <bdi>{one.name}</bdi>
              {one.is_default && <IconPin size={12} aria-label="(opens first)" />}
            </Link>
            {one === view && <ViewMenu view={one} views={views} onDialog={setDialog} />}
          </span>
        ))}
      </nav>
      {dialog === 'rename' && view && (
        <NameViewDialog
          title="Rename view"
          action="Save"
          name={view.name}
          isDefault={view.is_default}
          onClose={close}
          onSave={(named) => changeView(view.id, named)}
        />
      )}
      {view && (
        <Confirm
          opened={dialog === 'delete'}
          onClose={close}
          title={`Delete the view “${view.name}”?`}
          confirmLabel="Delete view"
          keepLabel="Keep view"
          danger
          onConfirm={async () => {
            await forgetView(view.id);
            onOpen({ view: 'all' });
          }}
        >
          Only the view goes. The orders stay as they are.
        </Confirm>
      )}
    </>
  );
}

function ViewMenu(props: { view: OrderView; views: readonly OrderView[]; onDialog: (dialog: Dialog) => void }) {
  const { view, views } = props;
  const place = views.indexOf(view);
  const move = (step: 1 | -1): void => {
    const ids = views.map(({ id }) => id);
    ids.splice(place + step, 0, ...ids.splice(place, 1));
    void sortViews(ids).catch(() => undefined);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" size={24} aria-label={`Change the view ${view.name}`}>
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => props.onDialog('rename')}>
          Rename
        </Menu.Item>
        <Menu.Item
          leftSection={view.is_default ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
          onClick={() => void changeView(view.id, { is_default: !view.is_default }).catch(tell)}
        >
          {view.is_default ? 'Do not open first' : 'Open first'}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft size={16} />} disabled={place === 0} onClick={() => move(-1)}>
          Move left
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} />}
          disabled={place === views.length - 1}
          onClick={() => move(1)}
        >
          Move right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => props.onDialog('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const tell = (error: unknown): void => showToast(messageOf(error), { error: true });
