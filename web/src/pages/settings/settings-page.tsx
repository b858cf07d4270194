import type { Settings } from '@courierdesk/contract/settings';
import { Switch, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { changeSettings, readSettings, settingsQuery } from '../../api/settings.ts';
import { subscriptionQuery } from '../../api/subscription.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { FormEnd } from '../../parts/settings/form-end.tsx';
import { SettingsFrame } from '../../parts/settings/settings-frame.tsx';
import { useSharedForm } from '../../ui/forms/use-shared-form.ts';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ChosenCities } from './chosen-cities.tsx';
import { OrderTagsSection } from './order-tags.tsx';
import styles from './settings-page.module.css';
import { bodyOf, problemsOf, valuesOf } from './settings-values.ts';

/** Booking defaults, payments and order tags. */
export function SettingsPage() {
  const { settings } = useSuspenseQuery(settingsQuery).data;
  return (
    <SettingsFrame title="Booking and tags" help="settings">
      <div className={styles.sections}>
        <SettingsForm settings={settings} />
        <ChosenCities />
      </div>
    </SettingsFrame>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const plan = useQuery(subscriptionQuery).data?.plan;
  const form = useSharedForm({
    stored: settings,
    valuesOf,
    schema: problemsOf,
    save: async (values, revision) => {
      const reply = await changeSettings({ ...bodyOf(values), revision });
      showToast(reply.message);
      return reply.settings;
    },
    reload: readSettings,
  });
  return (
    <form onSubmit={form.submit} noValidate aria-label="Settings" className={styles.form}>
      <Section title="Booking defaults" about="Used for new bookings. Existing bookings do not change.">
        <Fields>
          <NumberField
            label="Free shipping value"
            description="Merged orders ship free when their goods reach this amount. Up to Rs 50,000 in steps of 50; 0 means not set."
            unit="Rs"
            required
            withAsterisk={false}
            readOnly={!canWrite}
            {...form.field('free_shipping_value')}
          />
          <NumberField
            label="Default weight"
            description="Used when neither the store nor the courier account has a weight. Up to 50,000 g."
            unit="g"
            readOnly={!canWrite}
            {...form.field('default_weight')}
          />
          <TextInput
            label="Discount name"
            description="For example “Eid sale”. Shown on the booking form."
            readOnly={!canWrite}
            {...form.field('discount_name')}
          />
        </Fields>
        <Switch
          mt="md"
          label="Show the discount of an order on the booking form"
          disabled={!canWrite}
          {...form.field('show_discount', 'checkbox')}
        />
        <Switch
          mt="md"
          label="Start the remarks with the order’s note in Shopify"
          description="The rider reads remarks. Shopify has one note for customers and staff."
          disabled={!canWrite}
          {...form.field('note_in_remarks', 'checkbox')}
        />
      </Section>
      <Section title="Payments" about="What else happens when you import payments or a courier statement.">
        <Switch
          label="Mark the store order as paid too"
          description="This can’t be undone in Shopify."
          disabled={!canWrite}
          {...form.field('mark_paid_in_store', 'checkbox')}
        />
      </Section>
      <OrderTagsSection field={form.field} isFree={plan === 'FREE'} canWrite={canWrite} />
      <FormEnd form={form} canWrite={canWrite} />
    </form>
  );
}
