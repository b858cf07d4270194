import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './key-list.module.css';

const keys: readonly [keys: readonly string[], meaning: string][] = [
  [['/'], 'Search'],
  [['Ctrl', 'K'], 'Go to a page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['x'], 'Select the row'],
  [['Shift', 'x'], 'Select all rows up to this one'],
  [['Enter'], 'Open the row, or edit the cell'],
  [['Ctrl', 'Z'], 'Undo the last change on a sheet'],
  [['b'], 'Book'],
  [['m'], 'Merge the selected orders'],
  [['p'], 'Print the label of the open parcel, or the labels and load sheet of the batch'],
  [['Ctrl', 'Enter'], 'Save or book the form'],
  [['Esc'], 'Close, or go back'],
  [['?'], 'Show this list'],
];

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className={styles.keys}>
        {keys.map(([combination, meaning]) => (
          <div key={meaning} className={styles.key}>
            <dt>
              {combination.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
