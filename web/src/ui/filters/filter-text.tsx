import { TextInput } from '@mantine/core';
import { useUnappliedText } from './unapplied-text.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** A text filter, applied half a second after the last key, or at once with Enter or when the filters are closed. */
export function FilterText(props: {
  label: string;
  value: string;
  onChange: (value: string) => unknown;
  placeholder?: string;
  error?: string | undefined;
  inputMode?: 'tel' | 'numeric' | 'text';
}) {
  const { text, type, apply, isUnapplied } = useDebouncedInput(props.value, props.onChange);
  useUnappliedText(isUnapplied);
  return (
    <TextInput
      label={props.label}
      placeholder={props.placeholder}
      error={props.error}
      inputMode={props.inputMode}
      value={text}
      data-takes-scans
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
