import { Textarea } from '@mantine/core';
import { notAutofilled } from '../../../ui/forms/not-autofilled.ts';
import { Section } from '../../../ui/section.tsx';
import { ConfirmConsignee } from './confirm-entered.tsx';
import { DestinationCity } from './destination-city.tsx';
import type { BookingFormState } from '../form-state/use-booking-form.ts';
import styles from './destination-section.module.css';

/** Where the parcel goes. */
export const DestinationSection = ({ booking }: { booking: BookingFormState }) => (
  <Section title="Where">
    <div className={styles.fields}>
      <Textarea
        label="Consignee address"
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        {...notAutofilled}
        {...booking.form.field('consignee_address')}
      />
      <ConfirmConsignee booking={booking} field="consignee_address" label="Yes, this is the address" />
      <DestinationCity booking={booking} />
    </div>
  </Section>
);
