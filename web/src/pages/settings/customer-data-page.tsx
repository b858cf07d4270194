import { formatFullDay } from '@courierdesk/contract/dates';
import { maxYearsKept, type OldCustomersPreview } from '@courierdesk/contract/old-customers';
import { Select } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { eraseCustomersAfter, oldCustomersQuery, readOldCustomers } from '../../api/old-customers.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { useTimeZone } from '../../lib/time-zone.ts';
import { SettingsFrame } from '../../parts/settings/settings-frame.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** How long customers' data is kept. For the owner. */
export function CustomerDataPage() {
  return (
    <SettingsFrame title="Customer data" help="settings#customer-data">
      <OldCustomers />
    </SettingsFrame>
  );
}

const never = 'never';
const choices = [
  { value: never, label: 'Never' },
  ...Array.from({ length: maxYearsKept }, (_, index) => ({
    value: String(index + 1),
    label: `${countText(index + 1, 'year')} after the parcel ended`,
  })),
];

function OldCustomers() {
  const { years } = useSuspenseQuery(oldCustomersQuery).data;
  const preview = useMutation({
    mutationFn: async (wanted: number) => ({ wanted, ...(await readOldCustomers(wanted)) }),
  });
  const keep = useMutation({ mutationFn: () => eraseCustomersAfter(null), onSuccess: (message) => showToast(message) });
  const choose = (value: string | null): void => {
    if (value === never) keep.mutate();
    else preview.mutate(Number(value));
  };
  return (
    <Section
      title="Old parcels"
      about="We can erase customers from parcels that ended long ago: name, phones, email, address, remarks, and what was written about them. Items, cities and amounts stay, so your figures don’t change. Nothing changes in your store."
    >
      <Select
        label="Erase customers’ data"
        description="We check every night. An order is erased together with all its parcels."
        data={choices}
        value={years === null ? never : String(years)}
        allowDeselect={false}
        maw={360}
        disabled={preview.isPending || keep.isPending}
        onChange={choose}
      />
      <FailureNotice failure={preview.error ?? keep.error} />
      {preview.data && (
        <Confirm
          opened
          onClose={preview.reset}
          title="Erase old customers?"
          confirmLabel="Erase old customers"
          keepLabel="Keep as it is"
          danger
          onConfirm={async () => showToast(await eraseCustomersAfter(preview.data.wanted))}
        >
          <WhatIsErased preview={preview.data} />
        </Confirm>
      )}
    </Section>
  );
}

function WhatIsErased({ preview }: { preview: OldCustomersPreview }) {
  const { parcels, orders, left_out: waiting, more } = preview;
  const before = formatFullDay(preview.ended_before, useTimeZone());
  return (
    <>
      <p>
        {parcels > 0 ? (
          <>
            Tonight we start erasing the customers of{' '}
            <strong>
              {more && 'at least '}
              {countText(parcels, 'parcel')}
            </strong>{' '}
            ({countText(orders, 'order')}) that ended before {before}. After that, we erase others each night, once they
            are that old.
          </>
        ) : (
          <>
            No parcel that ended before {before} can be erased now. We erase customers each night, once their parcels
            are that old.
          </>
        )}
      </p>
      {waiting > 0 && (
        <p>
          {formatCount(waiting)} more {waiting === 1 ? 'is' : 'are'} old enough and {waiting === 1 ? 'waits' : 'wait'},
          because something is still open, such as a case or a COD that the courier has not paid.
        </p>
      )}
      <p>
        Erased data cannot be restored. Until tonight, you can still go back to <strong>Never</strong>.
      </p>
    </>
  );
}
