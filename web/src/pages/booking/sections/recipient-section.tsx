import { asMobile, mobilePhonePattern, normalisePhone } from '@courierdesk/contract/phones';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { earlierParcelsQuery } from '../../../api/booking.ts';
import { EarlierParcels } from '../../../parts/shipments/earlier-parcels.tsx';
import { notAutofilled } from '../../../ui/forms/not-autofilled.ts';
import { Fields, Section } from '../../../ui/section.tsx';
import type { BookingFormState } from '../form-state/use-booking-form.ts';
import styles from './recipient-section.module.css';
import { ConfirmConsignee } from './confirm-entered.tsx';

/** Who gets the parcel. */
export function RecipientSection({ booking }: { booking: BookingFormState }) {
  const { form, order } = booking;
  const phone = form.values.consignee_phone;
  const isTyped = phone !== order.consignee_phone && mobilePhonePattern.test(phone);
  const ofTyped = useQuery({ ...earlierParcelsQuery(phone), enabled: isTyped });
  const earlier = isTyped ? ofTyped.data?.earlier : order.earlier;
  const { phone_as_written: written } = order;
  const rewritten = written !== '' && written !== order.consignee_phone && order.consignee_phone !== '';
  return (
    <Section title="Who" aside={earlier && <EarlierParcels earlier={earlier} />}>
      <Fields>
        <div className={styles.name}>
          <TextInput
            label="Consignee name"
            required
            withAsterisk={false}
            dir="auto"
            {...notAutofilled}
            {...form.field('consignee_name')}
          />
          <ConfirmConsignee booking={booking} field="consignee_name" label="Yes, this is the name" />
        </div>
        <Phone
          form={form}
          name="consignee_phone"
          label="Phone"
          description={rewritten && <>The customer wrote {written}</>}
        />
        <Phone form={form} name="consignee_phone2" label="Phone 2 (optional)" />
        <Phone form={form} name="consignee_phone3" label="Phone 3 (optional)" />
        <TextInput
          label="Email (optional)"
          type="email"
          description={order.issues.find(({ code }) => code === 'email-invalid')?.msg}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...notAutofilled}
          {...form.field('consignee_email')}
        />
      </Fields>
    </Section>
  );
}

/** Normalises any form of a Pakistani mobile number for couriers. A second number moves to its own field. */
function Phone(props: {
  form: BookingFormState['form'];
  name: 'consignee_phone' | 'consignee_phone2' | 'consignee_phone3';
  label: string;
  description?: React.ReactNode;
}) {
  const { form, name } = props;
  return (
    <TextInput
      label={props.label}
      description={props.description || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="tel"
      inputMode="tel"
      {...notAutofilled}
      {...form.field(name)}
      onBlur={() => {
        const typed = form.values[name];
        const { phone, second } = normalisePhone(typed);
        if (phone && second && name === 'consignee_phone' && form.values.consignee_phone2 === '') {
          form.set('consignee_phone', phone);
          form.set('consignee_phone2', second);
        } else if (asMobile(typed) !== typed) form.set(name, asMobile(typed));
      }}
    />
  );
}
