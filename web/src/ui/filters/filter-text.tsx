import { TextInput } from '@mantine/core';
import { useDebouncedInput } from './use-debounced-input.ts';

/** A text filter, applied half a second after the last key, or at once with Enter. */
export function FilterText(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength: number;
  error?: string | undefined;
  inputMode?: 'tel' | 'numeric' | 'text';
}) {
  const { text, type, apply } = useDebouncedInput(props.value, props.onChange);
  return (
    <TextInput
      label={props.label}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      error={props.error}
      inputMode={props.inputMode}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
