import { TextInput } from '@mantine/core';
import { useTypedText } from '../../ui/use-typed-text.ts';

/** A filter that one types: applied half a second after the last key, or at once with Enter. */
export function FilterText(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength: number;
  inputMode?: 'tel' | 'numeric' | 'text';
  /** What is wrong with a text that cannot be filtered by. */
  problem?: (text: string) => string | undefined;
}) {
  const { text, type, apply } = useTypedText(props.value, props.onChange);
  return (
    <TextInput
      label={props.label}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      inputMode={props.inputMode}
      value={text}
      error={props.problem?.(text)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
