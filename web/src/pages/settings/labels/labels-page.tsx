import type { PaperSize } from '@courierdesk/contract/labels';
import type { ShopLook } from '@courierdesk/contract/shop-look';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { changeLabelSettings, readShopLook, shopLookQuery } from '../../../api/shop-look.ts';
import { paperName } from '../../../parts/printing/paper-names.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { FormEnd } from '../../../parts/settings/form-end.tsx';
import { SettingsFrame } from '../../../parts/settings/settings-frame.tsx';
import { useSharedForm } from '../../../ui/forms/use-shared-form.ts';
import { Fields, Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';
import { LogoSection } from '../logo-section.tsx';
import styles from '../preview.module.css';
import { LabelPreview } from './label-preview.tsx';
import { bodyOf, labelParts, problemsOf, sheetParts, valuesOf } from './label-values.ts';
import partStyles from './labels-page.module.css';

/** The shipper on our own labels, packing slips and load sheets, with a preview of a label. */
export function LabelSettingsPage() {
  const look = useSuspenseQuery(shopLookQuery).data;
  return (
    <SettingsFrame title="Shipper & labels" help="settings#shipper-and-labels" wide>
      <LabelsForm look={look} />
    </SettingsFrame>
  );
}

const papers: readonly PaperSize[] = ['4x6', 'a4-1', 'a4-2', 'a4-3', 'a4-4', 'a5'];

function LabelsForm({ look }: { look: ShopLook }) {
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const form = useSharedForm({
    stored: look.labels,
    valuesOf,
    schema: problemsOf,
    save: async (values, revision) => {
      const reply = await changeLabelSettings({ ...bodyOf(values), revision });
      showToast(reply.message);
      return reply.data.labels;
    },
    reload: async () => (await readShopLook()).labels,
  });
  return (
    <div className={styles.beside}>
      <form onSubmit={form.submit} noValidate aria-label="Shipper and labels" className={styles.form}>
        <Section
          title="Shipper"
          about="Who sends the parcel. Fields that you don’t change are taken from your store. A courier account with its own shipper keeps it."
        >
          <Fields>
            <TextInput label="Shipper name" readOnly={!canWrite} {...form.field('shipper_name')} />
            <TextInput
              label="Phone (optional)"
              placeholder="042 35712345"
              type="tel"
              readOnly={!canWrite}
              {...form.field('shipper_phone')}
            />
            <TextInput label="Address (optional)" readOnly={!canWrite} {...form.field('shipper_address')} />
            <TextInput label="City (optional)" readOnly={!canWrite} {...form.field('shipper_city')} />
          </Fields>
        </Section>
        <Section
          title="Labels"
          about="For M&P, which has no label of its own. Leopards, PostEx and TCS labels are printed as they are."
        >
          <Fields>
            <Select
              label="Paper"
              description="Selected when you print."
              data={papers.map((value) => ({ value, label: paperName[value] }))}
              allowDeselect={false}
              readOnly={!canWrite}
              {...form.field('label_size')}
            />
            <TextInput
              label="Note (optional)"
              description="One line for the rider and the customer."
              readOnly={!canWrite}
              {...form.field('label_note')}
            />
            <Textarea
              label="Return address (optional)"
              description="Leave empty to return parcels to the shipper."
              rows={2}
              readOnly={!canWrite}
              {...form.field('return_address')}
            />
          </Fields>
          <fieldset className={partStyles.parts}>
            <legend>Show on labels</legend>
            {labelParts.map(({ field, label }) => (
              <Checkbox key={field} label={label} disabled={!canWrite} {...form.field(field, 'checkbox')} />
            ))}
          </fieldset>
          <fieldset className={partStyles.parts}>
            <legend>Show on load sheets</legend>
            {sheetParts.map(({ field, label }) => (
              <Checkbox key={field} label={label} disabled={!canWrite} {...form.field(field, 'checkbox')} />
            ))}
          </fieldset>
        </Section>
        <LogoSection logo={look.logo} canWrite={canWrite} />
        <FormEnd form={form} canWrite={canWrite} />
      </form>
      <LabelPreview values={form.values} logo={look.logo} />
    </div>
  );
}
