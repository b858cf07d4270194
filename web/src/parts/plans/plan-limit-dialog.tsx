import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { subscriptionQuery } from '../../api/subscription.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import styles from '../../ui/dialogs/dialog.module.css';

export function PlanLimitDialog(props: { message: string; owner: boolean; onClose: () => void }) {
  return (
    <Dialog opened onClose={props.onClose} title="Plan limit reached">
      <div className={styles.text}>
        <p>{props.message}</p>
        <p>Nothing was booked or saved. {props.owner ? <WhatHelps /> : 'Ask the owner of the shop.'}</p>
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

function WhatHelps() {
  const { data } = useQuery({ ...subscriptionQuery, refetchOnMount: 'always' });
  if (!data) return null;
  return data.frozenPlan
    ? 'Your plan resumes when your Shopify bill is paid.'
    : 'The Monthly and Yearly plans have no limits.';
}
