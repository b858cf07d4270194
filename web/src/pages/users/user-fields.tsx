import { TextInput } from '@mantine/core';
import { Fields } from '../../ui/section.tsx';

type Field = (name: 'phone' | 'province' | 'address' | 'city' | 'country') => object;

/** How to reach a user; all optional. */
export const ContactFields = ({ field }: { field: Field }) => (
  <Fields>
    <TextInput label="Phone" type="tel" autoComplete="off" {...field('phone')} />
    <TextInput label="Address" autoComplete="off" {...field('address')} />
    <TextInput label="City" autoComplete="off" {...field('city')} />
    <TextInput label="Province" autoComplete="off" {...field('province')} />
    <TextInput label="Country" autoComplete="off" {...field('country')} />
  </Fields>
);

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
