import type { TrackingLanguage } from '@courierdesk/contract/public-tracking';
import { TrackingPageInput, type ShopLook } from '@courierdesk/contract/shop-look';
import { Select, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { changeTrackingPage, readShopLook, shopLookQuery } from '../../api/shop-look.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { FormEnd } from '../../parts/settings/form-end.tsx';
import { SettingsFrame } from '../../parts/settings/settings-frame.tsx';
import { useSharedForm } from '../../ui/forms/use-shared-form.ts';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ColourField } from './colour-field.tsx';
import { LogoSection } from './logo-section.tsx';
import styles from './preview.module.css';
import { TrackingPreview } from './tracking-preview.tsx';

/** The look of the public tracking page, with a preview. */
export function TrackingPageSettingsPage() {
  const look = useSuspenseQuery(shopLookQuery).data;
  return (
    <SettingsFrame title="Tracking page" help="settings#tracking-page" wide>
      <TrackingPageForm look={look} />
    </SettingsFrame>
  );
}

const languages: readonly { value: TrackingLanguage; label: string }[] = [
  { value: 'browser', label: 'The customer’s browser decides' },
  { value: 'en', label: 'English' },
  { value: 'ur', label: 'Urdu' },
];

function TrackingPageForm({ look }: { look: ShopLook }) {
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const form = useSharedForm({
    stored: look.tracking_page,
    valuesOf,
    schema: TrackingPageInput.omit({ revision: true }),
    save: async (values, revision) => {
      const reply = await changeTrackingPage({ ...values, revision });
      showToast(reply.message);
      return reply.data.tracking_page;
    },
    reload: async () => (await readShopLook()).tracking_page,
  });
  return (
    <div className={styles.beside}>
      <form onSubmit={form.submit} noValidate aria-label="Tracking page" className={styles.form}>
        <LogoSection logo={look.logo} canWrite={canWrite} />
        <Section title="Look" about="Emails to your customers use the logo and the colour too.">
          <Fields>
            <ColourField canWrite={canWrite} set={(colour) => form.set('colour', colour)} {...form.field('colour')} />
            <Select
              label="Language"
              description="Customers can always switch between English and Urdu."
              data={[...languages]}
              allowDeselect={false}
              readOnly={!canWrite}
              {...form.field('language')}
            />
          </Fields>
        </Section>
        <Section
          title="Contact for customers"
          about="Shown below the parcel. Empty fields are not shown. Fields that you don’t change are taken from your store."
        >
          <Fields>
            <TextInput
              label="WhatsApp number"
              description="Opens a chat with the tracking number in it."
              placeholder="0300 1234567"
              type="tel"
              readOnly={!canWrite}
              {...form.field('contact_whatsapp')}
            />
            <TextInput
              label="Phone"
              description="A tap on it starts a call."
              placeholder="042 35712345"
              type="tel"
              readOnly={!canWrite}
              {...form.field('contact_phone')}
            />
            <TextInput
              label="Email"
              description="For questions about an order."
              type="email"
              readOnly={!canWrite}
              {...form.field('contact_email')}
            />
          </Fields>
        </Section>
        <FormEnd form={form} canWrite={canWrite} />
      </form>
      <TrackingPreview values={form.values} logo={look.logo} />
    </div>
  );
}

const valuesOf = ({ revision: _revision, contact_whatsapp, ...page }: ShopLook['tracking_page']) => ({
  ...page,
  contact_whatsapp: contact_whatsapp && `+${contact_whatsapp}`,
});
