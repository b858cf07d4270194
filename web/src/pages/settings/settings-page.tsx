import type { Settings } from '@courierdesk/contract/settings';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeSettings, settingsQuery } from '../../api/settings.ts';
import { subscriptionQuery } from '../../api/subscription.ts';
import { messageOf } from '../../lib/failures.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess, useUser } from '../../session/use-session.ts';
import { allowedNavEntries } from '../../shell/nav-entries.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { CustomerMails } from './customer-mails.tsx';
import { OrderTagsSection } from './order-tags.tsx';
import styles from './settings-page.module.css';
import { bodyOf, problemsOf, valuesOf } from './settings-values.ts';

export function SettingsPage() {
  const { settings } = useSuspenseQuery(settingsQuery).data;
  const back = useBackFromSettings();
  return (
    <Page title="Settings" help="settings" width="form" back={back}>
      <div className={styles.form}>
        <SettingsForm settings={settings} />
        <CustomerMails />
      </div>
    </Page>
  );
}

/** To the users; for staff, who may not open them, to the first page that they may. */
function useBackFromSettings() {
  const allowed = allowedNavEntries(useUser()).filter(({ to }) => to !== '/dashboard/settings');
  const target = allowed.find(({ to }) => to === '/dashboard/users') ?? allowed[0];
  return target && { to: target.to, label: target.label.toLowerCase() };
}

function SettingsForm({ settings }: { settings: Settings }) {
  const mayWrite = useHasAccess(['WRITE_SETTINGS']);
  const plan = useQuery(subscriptionQuery).data?.plan;
  const form = useSchemaForm({
    initial: valuesOf(settings),
    schema: problemsOf,
    save: async (values) => {
      const reply = await changeSettings(bodyOf(values));
      form.saved(valuesOf(reply.settings));
      showToast(reply.message);
    },
  });
  return (
    <form onSubmit={form.submit} noValidate aria-label="Settings" className={styles.form}>
      <Section title="Booking defaults" about="Used for new bookings. Existing bookings do not change.">
        <Fields>
          <NumberField
            label="Free shipping value"
            description="Orders of this amount and more ship free. Up to Rs 50,000 in steps of 50; 0 means not set."
            unit="Rs"
            required
            withAsterisk={false}
            readOnly={!mayWrite}
            {...form.field('free_shipping_value')}
          />
          <NumberField
            label="Default weight"
            description="Used when neither the store nor the courier account has a weight. Up to 50,000 g."
            unit="g"
            readOnly={!mayWrite}
            {...form.field('default_weight')}
          />
          <TextInput
            label="Discount name"
            description="The name of the discount on the booking form."
            maxLength={50}
            readOnly={!mayWrite}
            {...form.field('discount_name')}
          />
        </Fields>
        <Switch
          mt="md"
          label="Show the discount of an order on the booking form"
          disabled={!mayWrite}
          {...form.field('show_discount', 'checkbox')}
        />
      </Section>
      <Section title="Tracking page" about="What your customers see when they track a parcel.">
        <Fields>
          <TextInput
            label="WhatsApp number"
            description="Customers can message you from the tracking page. Leave empty to show no WhatsApp."
            placeholder="0300 1234567"
            type="tel"
            autoComplete="tel"
            maxLength={30}
            readOnly={!mayWrite}
            {...form.field('whatsapp_number')}
          />
        </Fields>
      </Section>
      <Section title="Payments" about="What else happens when you import payments or a courier statement.">
        <Switch
          label="Mark the store order as paid too"
          description="This can’t be undone in Shopify."
          disabled={!mayWrite}
          {...form.field('mark_paid_in_store', 'checkbox')}
        />
      </Section>
      <Section
        title="Courier rules"
        about="Choose the courier account automatically by city, payment, weight or value, or share orders in percent."
      >
        <Button
          variant="default"
          leftSection={<IconRoute size={16} />}
          renderRoot={(props) => <Link to="/dashboard/settings/courier-rules" {...props} />}
        >
          See the courier rules
        </Button>
      </Section>
      <OrderTagsSection field={form.field} isFree={plan === 'FREE'} mayWrite={mayWrite} />
      {!mayWrite && <Notice tone="info">You can view the settings. {missingPermission(['WRITE_SETTINGS'])}</Notice>}
      <ErrorSummary problems={form.problems} />
      {form.failure !== undefined && (
        <Notice tone="error" live>
          {messageOf(form.failure)}
        </Notice>
      )}
      <SaveBar shown={form.dirty} saving={form.saving} onDiscard={form.discard} />
      <UnsavedGuard dirty={() => form.dirty} />
    </form>
  );
}
