import type { SavedView } from '@courierdesk/contract/order-views';
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
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { changeView, deleteView, sortViews } from '../../api/order-views.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { NameViewDialog } from './name-view-dialog.tsx';
import styles from './view-tabs.module.css';

type Dialog = 'rename' | 'delete';

/** One row of tabs: those of the page, then the saved views. An open view can be renamed, moved, deleted, or made the default. */
export function ViewTabs<View extends SavedView>(props: {
  /** The tabs of the page, whose links have these props. */
  renderTabs: (link: (isCurrent: boolean) => TabLink) => ReactNode;
  views: readonly View[];
  view: View | undefined;
  renderLink: (view: View, rest: TabLink & { children: ReactNode }) => ReactNode;
  onDeleted: () => void;
}) {
  const { views, view, renderLink } = props;
  const [dialog, setDialog] = useState<Dialog>();
  const row = useRef<HTMLElement>(null);
  const close = (): void => setDialog(undefined);
  const chosenId = view?.id;
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-view="${chosenId}"]`);
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - row.current.offsetLeft - 16;
  }, [chosenId]);
  return (
    <>
      <nav ref={row} className={styles.tabs} aria-label="Which orders">
        {props.renderTabs((isCurrent) => linkProps(isCurrent && !view))}
        {views.length > 0 && <span className={styles.divider} aria-hidden />}
        {views.map((one) => (
          <span key={one.id} className={styles.place} data-view={one.id}>
            {renderLink(one, {
              ...linkProps(one === view),
              children: (
                <>
                  <bdi>{one.name}</bdi>
                  {one.is_default && <IconPin size={12} aria-label="(opens by default)" />}
                </>
              ),
            })}
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
          page={view.page}
          onClose={close}
          onSave={(named) => changeView(view.id, { page: view.page, ...named })}
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
            await deleteView(view.id);
            props.onDeleted();
          }}
        >
          Only the view is deleted. The orders do not change.
        </Confirm>
      )}
    </>
  );
}

/** Props of a tab's link. */
export type TabLink = {
  className: string | undefined;
  'aria-current': 'page' | undefined;
};

const linkProps = (isCurrent: boolean): TabLink => ({
  className: styles.tab,
  'aria-current': isCurrent ? 'page' : undefined,
});

function ViewMenu(props: { view: SavedView; views: readonly SavedView[]; onDialog: (dialog: Dialog) => void }) {
  const { view, views } = props;
  const place = views.indexOf(view);
  const move = (step: 1 | -1): void => {
    const ids = views.map(({ id }) => id);
    ids.splice(place + step, 0, ...ids.splice(place, 1));
    void sortViews(ids).catch(showErrorToast);
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
          onClick={() =>
            void changeView(view.id, { page: view.page, is_default: !view.is_default }).catch(showErrorToast)
          }
        >
          {view.is_default ? 'Stop opening by default' : 'Open by default'}
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
