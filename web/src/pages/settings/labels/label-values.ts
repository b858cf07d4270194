import { LabelSettingsInput, type LabelSettings } from '@courierdesk/contract/shop-look';
import { schemaProblems, type FormProblem } from '../../../ui/forms/use-schema-form.ts';

export const labelParts = [
  { field: 'label_logo', part: 'logo', label: 'Logo' },
  { field: 'label_phone', part: 'phone', label: 'Phone' },
  { field: 'label_address', part: 'address', label: 'Address' },
  { field: 'label_return', part: 'return-address', label: 'Return address' },
  { field: 'label_with_note', part: 'note', label: 'Note' },
] as const;

export const sheetParts = [
  { field: 'sheet_logo', part: 'logo', label: 'Logo' },
  { field: 'sheet_phone', part: 'phone', label: 'Phone' },
  { field: 'sheet_address', part: 'address', label: 'Address' },
] as const;

/** The settings as one flat form, with a check box for each part. */
export const valuesOf = ({ revision: _revision, label_parts, sheet_parts, ...texts }: LabelSettings) => ({
  ...texts,
  label_logo: label_parts.includes('logo'),
  label_phone: label_parts.includes('phone'),
  label_address: label_parts.includes('address'),
  label_return: label_parts.includes('return-address'),
  label_with_note: label_parts.includes('note'),
  sheet_logo: sheet_parts.includes('logo'),
  sheet_phone: sheet_parts.includes('phone'),
  sheet_address: sheet_parts.includes('address'),
});

export type LabelValues = ReturnType<typeof valuesOf>;

export const bodyOf = (values: LabelValues) => ({
  shipper_name: values.shipper_name,
  shipper_phone: values.shipper_phone,
  shipper_address: values.shipper_address,
  shipper_city: values.shipper_city,
  return_address: values.return_address,
  label_note: values.label_note,
  label_size: values.label_size,
  label_parts: labelParts.filter(({ field }) => values[field]).map(({ part }) => part),
  sheet_parts: sheetParts.filter(({ field }) => values[field]).map(({ part }) => part),
});

const Body = LabelSettingsInput.omit({ revision: true });

export const problemsOf = (values: LabelValues): FormProblem[] => schemaProblems(Body, bodyOf(values));
