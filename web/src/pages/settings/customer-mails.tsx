import {
  customerMailName,
  type CustomerMailKind,
  type CustomerMailSetting,
} from '@courierdesk/contract/customer-mails';
import { Button, Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeCustomerMail, customerMailsQuery, readCustomerMail } from '../../api/customer-mails.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { CustomerMailDialog } from './customer-mail-dialog.tsx';
import styles from './customer-mails.module.css';

const whenSent: Readonly<Record<CustomerMailKind, string>> = {
  booked: 'When a parcel is booked',
  'out-for-delivery': 'When the parcel is out for delivery',
  attempted: 'When the courier could not deliver it',
  delivered: 'When the parcel is delivered',
};

/** Which emails customers get about their parcels, and their wording. */
export function CustomerMails() {
  const { data, error, refetch } = useQuery(customerMailsQuery);
  return (
    <Section
      title="Customer emails"
      about="We send these in your shop’s name, each once per parcel. Shopify’s own shipping email is separate."
    >
      {data ? (
        <>
          <ul className={styles.list}>
            {data.map((setting) => (
              <MailLine key={setting.kind} setting={setting} />
            ))}
          </ul>
          {data.some(({ kind, enabled }) => kind === 'booked' && enabled) && (
            <Notice tone="info">
              Customers get two emails about a booking: “{customerMailName.booked}” and Shopify’s shipping email. To
              send only ours, untick “Email the customer” when you book.
            </Notice>
          )}
        </>
      ) : error ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <Skeleton height={204} />
      )}
    </Section>
  );
}

function MailLine({ setting }: { setting: CustomerMailSetting }) {
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const [editing, setEditing] = useState(false);
  const title = customerMailName[setting.kind];
  const wording = canWrite ? 'Edit wording' : 'Show wording';

  const turn = useMutation({
    mutationFn: (enabled: boolean) => changeCustomerMail({ ...setting, enabled }),
    onSuccess: (_, enabled) => showToast(`${title} emails are ${enabled ? 'on' : 'off'}`),
    onError: showErrorToast,
    onSettled: async (_, failure) => {
      // A colleague may have changed it: the page shows what is saved.
      if (failure) await readCustomerMail(setting.kind).catch(() => undefined);
    },
  });

  return (
    <li className={styles.line}>
      <Switch
        label={title}
        description={whenSent[setting.kind]}
        checked={turn.isPending ? turn.variables : setting.enabled}
        disabled={!canWrite}
        onChange={({ currentTarget }) => turn.isPending || turn.mutate(currentTarget.checked)}
      />
      <Button variant="default" size="compact-md" aria-label={`${wording}: ${title}`} onClick={() => setEditing(true)}>
        {wording}
      </Button>
      {editing && (
        <CustomerMailDialog setting={setting} title={title} readOnly={!canWrite} onClose={() => setEditing(false)} />
      )}
    </li>
  );
}
