import { canAccess, type Access } from '@courierdesk/contract/scopes';
import { Kbd } from '@mantine/core';
import { modKey } from '../lib/keys.ts';
import { useUser } from '../session/use-session.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './key-list.module.css';
import { allowedNavEntries } from '../parts/navigation/nav-entries.ts';

type Keys = { readonly keys: readonly string[]; readonly meaning: string; readonly access?: Access };
type Group = { readonly title: string; readonly access: Access; readonly keys: readonly Keys[] };

const groups: readonly Group[] = [
  {
    title: 'Every page',
    access: 'signed-in',
    keys: [
      { keys: ['Ctrl', 'K'], meaning: 'Search everything' },
      { keys: ['/'], meaning: 'Search the list, or everything' },
      { keys: ['Scan'], meaning: 'Open the parcel of a barcode', access: ['READ_ORDERS'] },
      { keys: ['Ctrl', 'Enter'], meaning: 'Save the form' },
      { keys: ['Esc'], meaning: 'Close, unselect, or go back' },
      { keys: ['?'], meaning: 'Show this list' },
    ],
  },
  {
    title: 'Lists',
    access: 'signed-in',
    keys: [
      { keys: ['j'], meaning: 'Next row' },
      { keys: ['k'], meaning: 'Previous row' },
      { keys: ['Enter'], meaning: 'Open the row' },
      { keys: ['x'], meaning: 'Select the row', access: ['READ_ORDERS', 'BOOK_ORDERS'] },
      { keys: ['Shift', 'x'], meaning: 'Select all rows up to this one', access: ['READ_ORDERS', 'BOOK_ORDERS'] },
    ],
  },
  {
    title: 'Orders',
    access: ['BOOK_ORDERS'],
    keys: [{ keys: ['p'], meaning: 'Print the selected parcels' }],
  },
  {
    title: 'Store orders',
    access: ['BOOK_ORDERS'],
    keys: [
      { keys: ['b'], meaning: 'Book the selected orders, or this one' },
      { keys: ['m'], meaning: 'Merge the selected orders' },
    ],
  },
  {
    title: 'Booking',
    access: ['BOOK_ORDERS'],
    keys: [
      { keys: ['Ctrl', 'Enter'], meaning: 'Book' },
      { keys: ['p'], meaning: 'Print the label, after booking or in an open parcel' },
      { keys: ['b'], meaning: 'Book the next order, after booking' },
    ],
  },
  {
    title: 'Batch',
    access: ['BOOK_ORDERS'],
    keys: [
      { keys: ['←', '↑', '↓', '→'], meaning: 'Go to another cell' },
      { keys: ['Enter'], meaning: 'Edit the cell' },
      { keys: ['Delete'], meaning: 'Clear the cell' },
      { keys: ['Ctrl', 'Z'], meaning: 'Undo the last change' },
      { keys: ['Shift', 'Space'], meaning: 'Select the row' },
      { keys: ['Ctrl', 'Enter'], meaning: 'Book all ready orders' },
      { keys: ['p'], meaning: 'Print labels and load sheet' },
    ],
  },
];

/** The shortcuts of the pages that this person may open. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const pages: Group = {
    title: 'Go to a page',
    access: 'signed-in',
    keys: allowedNavEntries(user).flatMap(({ key, label }) => (key ? [{ keys: ['g', key], meaning: label }] : [])),
  };
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={styles.groups}>
        {[...groups, pages]
          .filter(({ access }) => canAccess(access, user))
          .map(({ title, keys }) => (
            <section key={title} aria-label={title} className={styles.group}>
              <h3 className={styles.title}>{title}</h3>
              <dl className={styles.keys}>
                {keys
                  .filter(({ access = 'signed-in' }) => canAccess(access, user))
                  .map(({ keys: combination, meaning }) => (
                    <div key={meaning} className={styles.key}>
                      <dt>
                        {combination.map((key) => (
                          <Kbd key={key} size="sm">
                            {key === 'Ctrl' ? modKey : key}
                          </Kbd>
                        ))}
                      </dt>
                      <dd>{meaning}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
}
