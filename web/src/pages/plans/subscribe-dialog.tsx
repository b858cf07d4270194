import { planCards } from '@courierdesk/contract/plans';
import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery } from '../../api/accounts.ts';
import { requestPlan } from '../../api/plans.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { priceText } from './price-text.ts';
import styles from './plans-page.module.css';

/** Confirms a plan, then opens the store's page on which the owner approves it. */
export function SubscribeDialog(props: { plan: PaidPlan; onClose: () => void; onLeave: () => void }) {
  const [users, setUsers] = useState(false);
  const [accounts, setAccounts] = useState(false);
  const { data } = useQuery(accountsQuery);
  const card = planCards.find(({ id }) => id === props.plan);
  return (
    <Confirm
      opened
      onClose={props.onClose}
      title="Are you sure?"
      confirmLabel="Yes, continue to Shopify"
      keepLabel="No"
      onConfirm={async () => {
        const confirmationUrl = await requestPlan(props.plan, { users, accounts });
        props.onLeave();
        window.location.assign(confirmationUrl);
      }}
    >
      {card && (
        <p>
          You chose the {card.title} plan for{' '}
          <strong className="numbers">
            {priceText(card)} per {card.duration}
          </strong>
          . Shopify asks you to approve it. Nothing is charged and nothing changes before you do.
        </p>
      )}
      <p>When the plan starts:</p>
      <div className={styles.ticks}>
        <Checkbox
          label="Activate all user accounts"
          description="Turns on the users that were turned off when a plan ended. Users that you restricted stay restricted."
          checked={users}
          onChange={(event) => setUsers(event.currentTarget.checked)}
        />
        <Checkbox
          label="Activate all tracking accounts"
          description={`${offAccounts(data?.accounts)} Accounts that someone turned off stay off.`}
          checked={accounts}
          onChange={(event) => setAccounts(event.currentTarget.checked)}
        />
      </div>
    </Confirm>
  );
}

function offAccounts(accounts: readonly AccountChoice[] | undefined): string {
  if (!accounts) return 'Turns on the accounts that were turned off when a plan ended.';
  const names = accounts.filter((one) => one.off_by_plan).map((one) => one.name);
  return names.length > 0
    ? `Turns on the accounts that were turned off when a plan ended: ${names.join(', ')}.`
    : 'No account was turned off when a plan ended.';
}
