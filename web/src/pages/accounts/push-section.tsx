import { companyName } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import type { CourierPush } from '@courierdesk/contract/courier-pushes';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courierPushQuery, endPush, setUpPush } from '../../api/courier-pushes.ts';
import { messageOf } from '../../lib/failures.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { When } from '../../ui/dates/when.tsx';
import styles from './push-section.module.css';

/** Where the courier's portal asks for it. Source: docs/contracts/leopards.md and docs/contracts/postex.md. */
const place: Partial<Record<CourierAccount['company'], string>> = {
  LEOPARD: 'Ask Leopards to send their push updates (POST) to this address, with this header.',
  POSTEX: 'In the PostEx portal: Settings, API integration guide, Status Updates Webhook.',
};

/** Sets up status updates that the courier pushes: what to enter in its portal. */
export function PushSection({ account }: { account: CourierAccount }) {
  const query = useQuery(courierPushQuery(account.id));
  const [secret, setSecret] = useState<string>();
  const makeSecret = async (): Promise<void> => {
    const reply = await setUpPush(account.id);
    setSecret(reply.secret);
    showToast(reply.message);
  };
  const courier = companyName[account.company];
  return (
    <Section
      title="Status updates from the courier"
      about={`${courier} can notify us when a parcel moves. We then ask ${courier} for its status.`}
    >
      {query.isPending && <Skeleton height={36} />}
      {query.isError && <Notice tone="error">{messageOf(query.error)}</Notice>}
      {query.data &&
        (query.data.push ? (
          <SetUp account={account} push={query.data.push} secret={secret} makeSecret={makeSecret} />
        ) : (
          <Off start={makeSecret} />
        ))}
    </Section>
  );
}

function Off({ start }: { start: () => Promise<void> }) {
  const starting = useMutation({ mutationFn: start });
  return (
    <>
      <FailureNotice failure={starting.error} />
      <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()}>
        Set up status updates
      </Button>
    </>
  );
}

function SetUp(props: {
  account: CourierAccount;
  push: CourierPush;
  /** Known only right after it was created. */
  secret: string | undefined;
  makeSecret: () => Promise<void>;
}) {
  const { account, push, secret, makeSecret } = props;
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const courier = companyName[account.company];
  const values = [
    ['Address', push.address],
    ['Header', push.header],
    ...(secret === undefined ? [] : [['Secret', secret] as const]),
  ] as const;
  return (
    <>
      <p className={styles.place}>{place[account.company]}</p>
      <dl className={styles.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.secret}>
        {secret === undefined ? (
          'The secret is hidden. If you no longer have it, make a new one.'
        ) : (
          <Notice tone="warning" live>
            Copy the secret and enter it at {courier} now. We show it only this once.
          </Notice>
        )}
      </div>
      <p className={styles.last}>
        {push.last_push_at ? (
          <>
            Last update received <When at={push.last_push_at} form="ago" />
          </>
        ) : (
          'No update received yet'
        )}
      </p>
      <div className="buttons">
        <Button variant="default" onClick={() => setAsking('renew')}>
          Make a new secret
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsking('end')}>
          Turn off
        </Button>
      </div>
      <Confirm
        opened={asking === 'renew'}
        onClose={() => setAsking(undefined)}
        title="Make a new secret?"
        confirmLabel="Make a new secret"
        keepLabel="Keep the current secret"
        danger
        onConfirm={makeSecret}
      >
        <p>
          We will refuse updates with the current secret. Enter the new one at {courier}. Until then, we keep asking{' '}
          {courier} where your parcels are.
        </p>
      </Confirm>
      <Confirm
        opened={asking === 'end'}
        onClose={() => setAsking(undefined)}
        title="Turn status updates off?"
        confirmLabel="Turn off"
        keepLabel="Keep them on"
        danger
        onConfirm={async () => showToast((await endPush(account.id)).message)}
      >
        <p>
          We refuse updates from {courier} and delete this address. We keep checking your parcels with {courier}.
        </p>
      </Confirm>
    </>
  );
}
