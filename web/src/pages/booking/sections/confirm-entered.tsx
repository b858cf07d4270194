import type { Issue } from '@courierdesk/contract/issues';
import { Checkbox } from '@mantine/core';
import { Notice } from '../../../ui/notice.tsx';
import { fieldId } from '../../../ui/forms/use-schema-form.ts';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** Asks about what a person entered, below its field. One tick confirms exactly these warnings. */
export function ConfirmEntered(props: {
  booking: BookingFormState;
  issues: readonly Issue[];
  field: string;
  label: string;
}) {
  const { booking, issues } = props;
  if (issues.length === 0) return null;
  return (
    <Notice tone="warning" live>
      {issues.map(({ msg }) => msg).join(' ')}
      <Checkbox
        mt="xs"
        id={fieldId(props.field)}
        label={props.label}
        checked={booking.isConfirmed(issues)}
        onChange={(event) => booking.confirm(issues, event.currentTarget.checked)}
      />
    </Notice>
  );
}

/** The same for the name or the address. */
export const ConfirmConsignee = (props: {
  booking: BookingFormState;
  field: 'consignee_name' | 'consignee_address';
  label: string;
}) => (
  <ConfirmEntered
    booking={props.booking}
    issues={props.booking.asked.consignee.filter(({ field }) => field === props.field)}
    field={`confirm_${props.field}`}
    label={props.label}
  />
);
