import { Button } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

/** Source: specification, section 8. */
const defaultMessage = 'Kindly upgrade your plan';

export function PlanLimitDialog(props: { message: string; owner: boolean; onClose: () => void }) {
  return (
    <Dialog opened onClose={props.onClose} title="Plan limit reached">
      <div className={styles.text}>
        <p>{props.message || defaultMessage}</p>
        <p>
          {props.owner
            ? 'Nothing was booked or saved. To change the plan, ask whoever runs Courierdesk for your shop.'
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
