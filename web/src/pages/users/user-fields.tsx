import { TextInput } from '@mantine/core';
import { Fields, FoldedSection } from '../../ui/section.tsx';
import type { UserValues } from './user-form-values.ts';

type ContactField = 'phone' | 'address' | 'city' | 'province' | 'country';

/** How to reach a user; all optional. */
export function ContactSection(props: {
  field: (name: ContactField) => object;
  values: Pick<UserValues, ContactField>;
}) {
  const { phone, address, city, province, country } = props.values;
  const set = [phone, address, city, province, country].filter(Boolean).join(', ');
  return (
    <FoldedSection title="Contact" summary={set || 'Optional. Only you see it.'}>
      <Fields>
        <TextInput label="Phone" type="tel" autoComplete="off" {...props.field('phone')} />
        <TextInput label="Address" autoComplete="off" {...props.field('address')} />
        <TextInput label="City" autoComplete="off" {...props.field('city')} />
        <TextInput label="Province" autoComplete="off" {...props.field('province')} />
        <TextInput label="Country" autoComplete="off" {...props.field('country')} />
      </Fields>
    </FoldedSection>
  );
}

type NameField = (name: 'first_name' | 'last_name' | 'tag') => object;

export const NameFields = ({ field }: { field: NameField }) => (
  <>
    <TextInput label="First name" autoComplete="off" required withAsterisk={false} {...field('first_name')} />
    <TextInput label="Last name" autoComplete="off" required withAsterisk={false} {...field('last_name')} />
    <TextInput
      label="Tag"
      description="Up to 10 characters. Marks the parcels that this person books."
      autoComplete="off"
      required
      withAsterisk={false}
      {...field('tag')}
    />
  </>
);
