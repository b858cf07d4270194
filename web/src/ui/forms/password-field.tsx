import type * as PasswordStrength from '@courierdesk/contract/password-strength';
import { minPasswordLength } from '@courierdesk/contract/passwords';
import { Progress, type PasswordInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { SecretField } from './secret-field.tsx';
import styles from './password-field.module.css';
import { schemaProblems, type FormProblem } from './use-schema-form.ts';

type Check = typeof PasswordStrength;

const words = ['Too easy to guess', 'Too easy to guess', 'Fair', 'Good', 'Very strong'] as const;
const colors = ['red', 'red', 'yellow', 'teal', 'teal'] as const;

/** A new password, with how hard it is to guess. The list of common passwords is loaded for this field only. */
export function PasswordField({ email, ...props }: PasswordInputProps & { email: string; value: string }) {
  const check = usePasswordCheck();
  const { value } = props;
  const strength = check && value.length >= minPasswordLength ? check.strengthOf(value, email) : undefined;
  return (
    <div>
      <SecretField
        label="Password"
        description={`At least ${minPasswordLength} characters. Three or four unrelated words are best.`}
        autoComplete="new-password"
        {...props}
      />
      {value !== '' && (
        <div className={styles.meter}>
          <Progress
            value={strength === undefined ? 8 : 10 + strength * 22.5}
            color={strength === undefined ? 'gray' : colors[strength]}
            size="sm"
            aria-hidden
          />
          <span role="status">
            {strength === undefined ? (value.length < minPasswordLength ? 'Too short' : 'Checking…') : words[strength]}
          </span>
        </div>
      )}
    </div>
  );
}

/** The problems of a form with a new password: those of its schema, and that it is easy to guess. */
export function withPasswordStrength(
  schema: z.ZodType,
  values: unknown,
  field: string,
  weakness: string | undefined,
): FormProblem[] {
  const problems = schemaProblems(schema, values);
  const known = problems.some((problem) => problem.field === field);
  return weakness && !known ? [...problems, { field, message: weakness }] : problems;
}

export function usePasswordCheck(): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    let left = false;
    // Without the list, the server still checks the password.
    import('@courierdesk/contract/password-strength').then(
      (loaded) => left || setCheck(loaded),
      () => undefined,
    );
    return () => void (left = true);
  }, []);
  return check;
}
