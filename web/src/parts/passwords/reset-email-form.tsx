import { sendResetEmail } from '@courierdesk/contract/password-resets';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { requestResetEmail } from '../../api/own-account/own-password.ts';
import { schemaProblems } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import styles from './reset-email-form.module.css';

/** Asks for an email with a link to create a new password. */
export function ResetEmailForm(props: { email: string; about?: string; onCancel?: () => void }) {
  const [email, setEmail] = useState(props.email);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const request = useMutation({ mutationFn: () => requestResetEmail(email.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = schemaProblems(sendResetEmail.body, { email })[0]?.message;
    setProblem(found);
    if (found) input.current?.focus();
    else if (!request.isPending) request.mutate();
  };
  if (request.data)
    return (
      <div className={styles.form}>
        <Notice tone="success" live>
          {request.data.message}
        </Notice>
        <p className={styles.about}>No email after a few minutes? Check your spam folder, or ask the shop owner.</p>
        {props.onCancel && (
          <div className={`end-buttons ${styles.end}`}>
            <Button onClick={props.onCancel}>Close</Button>
          </div>
        )}
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Account verification">
      {props.about && <p className={styles.about}>{props.about}</p>}
      <TextInput
        ref={input}
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <FailureNotice failure={request.error} />
      <div className={`end-buttons ${styles.end}`}>
        {props.onCancel && (
          <Button variant="default" disabled={request.isPending} onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={request.isPending}>
          Send email
        </Button>
      </div>
    </form>
  );
}
