import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './number-field.module.css';

type NumberFieldProps = Omit<TextInputProps, 'type' | 'inputMode' | 'leftSection' | 'rightSection'> & {
  /** Shown inside the field, so that a person need not type it. */
  unit?: 'Rs' | 'g' | '%';
};

/**
 * A field for a number. Its value is the text as it was typed or pasted; no character is dropped or added. The schema of
 * the form reads it with `typedNumber` of the contract, or says what is wrong with it.
 */
export function NumberField({ unit, ...props }: NumberFieldProps) {
  const section = unit && (
    <span className={styles.unit} aria-hidden>
      {unit}
    </span>
  );
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode="decimal"
      {...(unit === 'Rs'
        ? { leftSection: section, leftSectionPointerEvents: 'none' }
        : { rightSection: section, rightSectionPointerEvents: 'none' })}
    />
  );
}
