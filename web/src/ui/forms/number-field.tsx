import { TextInput, type TextInputProps } from '@mantine/core';
import { notAutofilled } from './not-autofilled.ts';
import styles from './number-field.module.css';

type NumberFieldProps = Omit<TextInputProps, 'type' | 'inputMode' | 'leftSection' | 'rightSection'> & {
  /** Shown inside the field, so that no one has to type it. */
  unit?: 'Rs' | 'g' | '%';
};

/**
 * A number field. Its value is the text as typed or pasted. The form's schema reads it with `typedNumber` of the
 * contract, or reports the problem.
 */
export function NumberField({ unit, ...props }: NumberFieldProps) {
  const section = unit && (
    <span className={styles.unit} aria-hidden>
      {unit}
    </span>
  );
  return (
    <TextInput
      {...notAutofilled}
      {...props}
      inputMode="decimal"
      {...(unit === 'Rs'
        ? { leftSection: section, leftSectionPointerEvents: 'none' }
        : { rightSection: section, rightSectionPointerEvents: 'none' })}
    />
  );
}
