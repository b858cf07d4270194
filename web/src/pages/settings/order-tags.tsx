import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { PlanNeeded } from '../../parts/plans/plan-needed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Fields, Section } from '../../ui/section.tsx';

type TagField = 'inprocess_tag' | 'delivered_tag' | 'cancelled_tag' | 'rts_tag';

const labels: readonly [TagField, string, string][] = [
  ['inprocess_tag', 'In process tag', 'While the parcel is on its way.'],
  ['delivered_tag', 'Delivered tag', 'After the parcel is delivered.'],
  ['cancelled_tag', 'Cancelled tag', 'After the booking is cancelled.'],
  ['rts_tag', 'RTS tag', 'When the parcel is returning or returned.'],
];

/** Tags that we set on store orders. Shops on FREE see them with the reason why they cannot use them. */
export function OrderTagsSection(props: {
  field: (name: TagField) => GetInputPropsReturnType & { id: string; name: string };
  isFree: boolean;
  canWrite: boolean;
}) {
  return (
    <Section
      title="Order tags"
      about="We tag the store order with its parcel’s status, one tag at a time. Leave empty for no tag. We never touch your own tags."
    >
      {props.isFree && (
        <Notice tone="info">
          <PlanNeeded>Order tags work only with the Monthly or Yearly plan.</PlanNeeded>
        </Notice>
      )}
      <Fields>
        {labels.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            disabled={props.isFree}
            readOnly={!props.canWrite}
            {...props.field(name)}
          />
        ))}
      </Fields>
    </Section>
  );
}
