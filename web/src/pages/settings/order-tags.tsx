import { maxTagLength } from '@courierdesk/contract/settings';
import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Notice } from '../../ui/notice.tsx';
import { Fields, Section } from '../../ui/section.tsx';

export type TagField = 'inprocess_tag' | 'delivered_tag' | 'cancelled_tag' | 'rts_tag';

const labels: readonly [TagField, string, string][] = [
  ['inprocess_tag', 'In process tag', 'While the parcel is on its way.'],
  ['delivered_tag', 'Delivered tag', 'Once the customer has it.'],
  ['cancelled_tag', 'Cancelled tag', 'After the booking was cancelled.'],
  ['rts_tag', 'RTS tag', 'When it goes back, or is back.'],
];

/** Tags that follow the parcel in the store. On FREE they are shown, with the reason why they cannot be set. */
export function OrderTagsSection(props: {
  field: (name: TagField) => GetInputPropsReturnType & { id: string; name: string };
  isFree: boolean;
  mayWrite: boolean;
}) {
  return (
    <Section
      title="Order tags"
      about="Each order in the store bears the tag of its parcel's status, one at a time. Empty means no tag. Your own tags are never touched."
    >
      {props.isFree && <Notice tone="info">Order tags work only with the Monthly or Yearly plan.</Notice>}
      <Fields>
        {labels.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            maxLength={maxTagLength}
            disabled={props.isFree}
            readOnly={!props.mayWrite}
            {...props.field(name)}
          />
        ))}
      </Fields>
    </Section>
  );
}
