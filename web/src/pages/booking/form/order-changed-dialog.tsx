import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../../ui/notice.tsx';
import type { OrderChange } from '../form-state/order-change.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import styles from './order-changed-dialog.module.css';

/** The order changed since the form opened: the person chooses which values to book. */
export function OrderChangedDialog(props: {
  title: string;
  change: OrderChange;
  onClose: () => void;
  onTakeStore: () => Promise<void>;
  onBookAsTyped: () => void;
}) {
  const takeStore = useMutation({ mutationFn: props.onTakeStore });
  const working = takeStore.isPending || takeStore.isSuccess;
  return (
    <Dialog opened size="lg" onClose={() => working || props.onClose()} title={props.title}>
      <p className={styles.text}>The store changed this after you opened the form. Nothing is booked yet.</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">What changed</span>
              </th>
              <th scope="col">Was</th>
              <th scope="col">In the store now</th>
            </tr>
          </thead>
          <tbody>
            {props.change.changes.map(({ field, was, now }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td dir="auto">{was || 'Nothing'}</td>
                <td dir="auto" className={styles.now}>
                  {now || 'Nothing'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FailureNotice failure={takeStore.error} />
      <div className="dialog-buttons">
        <Button variant="default" disabled={working} onClick={props.onBookAsTyped}>
          Book as entered
        </Button>
        <Button data-autofocus loading={working} onClick={() => takeStore.mutate()}>
          Use the store’s values
        </Button>
      </div>
    </Dialog>
  );
}
