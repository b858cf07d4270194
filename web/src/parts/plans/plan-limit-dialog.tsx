import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import styles from '../../ui/dialogs/dialog.module.css';

export function PlanLimitDialog(props: { message: string; owner: boolean; onClose: () => void }) {
  return (
    <Dialog opened onClose={props.onClose} title="Plan limit reached">
      <div className={styles.text}>
        <p>{props.message}</p>
        <p>
          {props.owner
            ? 'Nothing was booked or saved. The Monthly and Yearly plans have no limits.'
            : 'Nothing was booked or saved. Ask the owner of the shop.'}
        </p>
      </div>
      <div className="dialog-buttons">
        {props.owner ? (
          <Button
            data-autofocus
            onClick={props.onClose}
            renderRoot={(button) => <Link to="/dashboard/plans" {...button} />}
          >
            Okay
          </Button>
        ) : (
          <Button data-autofocus onClick={props.onClose}>
            Okay
          </Button>
        )}
      </div>
    </Dialog>
  );
}
