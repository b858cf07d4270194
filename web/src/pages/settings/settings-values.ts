import { SettingsInput, type Settings } from '@courierdesk/contract/settings';
import type { FormProblem } from '../../ui/forms/use-schema-form.ts';

/** The settings as one flat form; numbers as typed. */
export const valuesOf = ({ tags, revision: _revision, ...defaults }: Settings) => ({
  ...defaults,
  ...tags,
  free_shipping_value: String(defaults.free_shipping_value),
  default_weight: String(defaults.default_weight),
});

type SettingsValues = ReturnType<typeof valuesOf>;

export function bodyOf({ inprocess_tag, delivered_tag, cancelled_tag, rts_tag, ...defaults }: SettingsValues) {
  return { ...defaults, tags: { inprocess_tag, delivered_tag, cancelled_tag, rts_tag } };
}

/** Shows a tag's problem beside its own field. */
export function problemsOf(values: SettingsValues): FormProblem[] {
  const { error } = SettingsInput.safeParse(bodyOf(values));
  return (error?.issues ?? []).map(({ path, message }) => ({ field: String(path.at(-1) ?? ''), message }));
}
