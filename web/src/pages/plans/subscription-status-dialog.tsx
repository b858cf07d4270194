import { plans } from '@courierdesk/contract/plans';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '../../api/subscription.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import type { Subscription } from './current-plan-section.tsx';

const pollMs = 3_000;

/** After the return from the store. The address only says what to show first: the plan comes from the server. */
export function SubscriptionStatusDialog(props: {
  success: 'true' | 'false' | 'pending';
  /** The plan that Shopify had not confirmed at the return. */
  wanted: string | undefined;
  subscription: Subscription;
  onClose: () => void;
}) {
  const { success, wanted, subscription } = props;
  const isStarted = subscription.subscribed && (success === 'true' || subscription.plan === wanted);
  const isWaiting = success !== 'false' && !isStarted;
  useQuery({ ...subscriptionQuery, refetchInterval: isWaiting ? pollMs : false });
  return (
    <Dialog opened onClose={props.onClose} title="Subscription status">
      <div className={dialog.text} role="status">
        {success === 'false' ? (
          <>
            <p>Something went wrong. Please try again later</p>
            <p>Shopify did not confirm the plan. Nothing was charged, and your plan did not change.</p>
          </>
        ) : isStarted ? (
          <p>Thank you. Your shop is on the {plans[subscription.plan].title} plan now.</p>
        ) : (
          <>
            <p>Shopify has not confirmed your plan yet.</p>
            <p>It starts as soon as Shopify confirms it. You can close this; we check automatically.</p>
          </>
        )}
      </div>
      <div className="dialog-buttons">
        <Button data-autofocus onClick={props.onClose}>
          Okay
        </Button>
      </div>
    </Dialog>
  );
}
