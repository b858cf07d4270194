import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Source: specification, section 9. */
const debounceMs = 500;

/** A filter that one types: applied half a second after the last key, or at once with Enter. */
export function FilterText(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength: number;
  inputMode?: 'tel' | 'numeric' | 'text';
}) {
  const { value, onChange } = props;
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (typed: string): void => {
    clearTimeout(timer.current);
    if (typed.trim() === applied.current) return;
    applied.current = typed.trim();
    onChange(applied.current);
  };
  return (
    <TextInput
      label={props.label}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      inputMode={props.inputMode}
      value={text}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(typed), debounceMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
