import type { CourierField } from '@courierdesk/contract/courier-forms';
import { TextInput } from '@mantine/core';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { CourierChoiceInput, type Choice } from './courier-choice-input.tsx';

type InputProps = {
  id: string;
  name: string;
  value?: unknown;
  error?: React.ReactNode;
  onChange: (value: unknown) => void;
};

/** One field of a courier's form: secret, choice or text. */
export function CourierFieldInput(props: {
  field: CourierField;
  input: InputProps;
  /** Choices from a look-up; undefined when there are none. */
  offered: readonly Choice[] | undefined;
  /** The courier was asked for choices. */
  lookedUp: boolean;
  /** The account exists: fixed fields are read-only. */
  edited: boolean;
  stored: boolean;
}) {
  const { field, edited, stored } = props;
  const { id, name, error, onChange } = props.input;
  const value = String(props.input.value ?? '');
  const fixed = edited && !field.editable;
  const common = {
    id,
    name,
    error,
    label: field.required || field.neededToBook ? field.label : `${field.label} (optional)`,
    description: describe(field, fixed, props.lookedUp || props.offered !== undefined),
    readOnly: fixed,
    variant: fixed ? 'filled' : 'default',
  };
  if (field.secret) {
    return (
      <SecretField
        {...common}
        value={value}
        autoComplete="new-password"
        placeholder={stored ? 'Saved. Leave blank to keep it.' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${field.label}` }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const choices = Array.isArray(field.choices) ? field.choices : props.offered;
  if (choices && choices.length > 0) {
    return (
      <CourierChoiceInput
        {...common}
        choices={withCurrent(choices, value)}
        value={value}
        required={field.required}
        clearable={!field.required && !fixed}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput {...common} value={value} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

function describe(field: CourierField, fixed: boolean, lookedUp: boolean): string | undefined {
  if (fixed) return 'Cannot be changed.';
  const look = field.choices === 'lookup' && !lookedUp ? ' Press Verify to get a list.' : '';
  const needed = field.neededToBook && !field.required ? ' Needed before you can book.' : '';
  return `${field.help}${needed}${look}`.trim() || undefined;
}

const withCurrent = (choices: readonly Choice[], value: string): Choice[] =>
  value && !choices.some((choice) => choice.value === value) ? [{ value, label: value }, ...choices] : [...choices];
