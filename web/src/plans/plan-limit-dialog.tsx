import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from '../ui/dialogs/dialog.module.css';

export function PlanLimitDialog(props: { message: string; owner: boolean; onClose: () => void }) {
  return (
    <Dialog opened onClose={props.onClose} title="Plan limit reached">
      <div className={styles.text}>
        <p>{props.message}</p>
        <p>
          {props.owner
            ? 'Nothing was booked or saved. Ask the owner of your shop to change the plan.'
            : 'Nothing was booked or saved. Ask the owner of the shop to change the plan.'}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={props.onClose}>
          Okay
        </Button>
      </div>
    </Dialog>
  );
}
