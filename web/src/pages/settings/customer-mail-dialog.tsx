import {
  CustomerMailInput,
  customerMailPhrases,
  customerMailPlaceholders,
  customerMailTexts,
  fillCustomerMail,
  languageOfMail,
  paragraphsOf,
  sampleMailValues,
  urduCustomerMailTexts,
  type CustomerMailKind,
  type CustomerMailSetting,
  type CustomerMailText,
} from '@courierdesk/contract/customer-mails';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeCustomerMail, readCustomerMail, sendTest } from '../../api/customer-mails.ts';
import { useUser } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSharedForm } from '../../ui/forms/use-shared-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import styles from './customer-mails.module.css';

/** The subject and message of an email to customers, with a preview for a made-up order. */
export function CustomerMailDialog(props: {
  setting: CustomerMailSetting;
  title: string;
  readOnly: boolean;
  onClose: () => void;
}) {
  const { setting, readOnly, onClose } = props;
  const [discarding, setDiscarding] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const form = useSharedForm({
    name: setting.kind,
    stored: setting,
    valuesOf: ({ subject, message: text }) => ({ subject, message: text }),
    schema: CustomerMailInput.pick({ subject: true, message: true }),
    save: async (values, revision) => {
      const reply = await changeCustomerMail({ ...setting, ...values, revision });
      showToast(reply.message);
      return reply.saved;
    },
    reload: () => readCustomerMail(setting.kind),
    onSaved: onClose,
  });

  const close = (): void => (form.dirty ? setDiscarding(true) : onClose());

  const insert = (name: string): void => {
    const { selectionStart, selectionEnd, value } = message.current ?? {};
    const text = value ?? form.values.message;
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    form.set('message', `${text.slice(0, start)}{${name}}${text.slice(end)}`);
    message.current?.focus();
  };

  const starts = ourWordings.filter(({ texts }) => {
    const { subject, message: text } = texts[setting.kind];
    return form.values.subject !== subject || form.values.message !== text;
  });
  return (
    <Dialog
      opened
      onClose={close}
      title={`${props.title} email`}
      size="xl"
      closeOnClickOutside={!form.dirty}
      closeOnEscape={!form.dirty}
    >
      <form className={styles.dialog} onSubmit={form.submit} noValidate aria-label={`${props.title} email`}>
        <div className={styles.wording}>
          <TextInput
            label="Subject"
            dir={dirOf(form.values.subject)}
            readOnly={readOnly}
            data-autofocus
            {...form.field('subject')}
          />
          <Textarea
            ref={message}
            label="Message"
            dir={dirOf(form.values.message)}
            description="An empty line starts a new paragraph. The button to the tracking page comes after it."
            autosize
            minRows={8}
            maxRows={16}
            readOnly={readOnly}
            {...form.field('message')}
          />
          {!readOnly && (
            <div role="group" aria-label="Insert into the message" className={styles.placeholders}>
              {customerMailPlaceholders.map((name) => (
                <Button key={name} variant="default" size="compact-xs" onClick={() => insert(name)}>
                  {`{${name}}`}
                </Button>
              ))}
            </div>
          )}
        </div>
        <Preview text={form.values} />
        <FailureNotice failure={form.failure} />
        <div className={styles.buttons}>
          {!readOnly && (
            <div className={styles.aside}>
              <TestButton kind={setting.kind} text={form.values} />
              {starts.map(({ label, texts }) => (
                <Button key={label} variant="subtle" onClick={() => form.form.setValues({ ...texts[setting.kind] })}>
                  {label}
                </Button>
              ))}
            </div>
          )}
          <Button variant="default" disabled={form.saving} onClick={close}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={form.saving} disabled={!form.dirty}>
              Save wording
            </Button>
          )}
        </div>
      </form>
      <UnsavedGuard dirty={() => form.dirty && !form.saving} />
      <Confirm
        opened={discarding}
        onClose={() => setDiscarding(false)}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        keepLabel="Keep editing"
        danger
        onConfirm={async () => onClose()}
      >
        Your changes to this email are not saved.
      </Confirm>
    </Dialog>
  );
}

/** To start from. */
const ourWordings = [
  { label: 'Use our English wording', texts: customerMailTexts },
  { label: 'Use our Urdu wording', texts: urduCustomerMailTexts },
] as const;

/** Not `auto`: a field that gets another text keeps the direction of the first one, and our styles align `auto` to the left. */
const dirOf = (text: string) => (languageOfMail(text) === 'ur' ? 'rtl' : 'ltr');

/** Sends what is typed, saved or not. */
function TestButton({ kind, text }: { kind: CustomerMailKind; text: CustomerMailText }) {
  const { email } = useUser();
  const send = useMutation({
    mutationFn: () => sendTest(kind, text),
    onSuccess: () => showToast(`Test sent to ${email}`),
    onError: showErrorToast,
  });
  return (
    <Button variant="default" loading={send.isPending} title={email} onClick={() => send.mutate()}>
      Send me a test
    </Button>
  );
}

function Preview({ text }: { text: CustomerMailText }) {
  const shop = useUser().shop.name;
  const language = languageOfMail(text.message);
  const dir = dirOf(text.message);
  const sample = sampleMailValues(shop, language);
  return (
    <section aria-label="Preview" className={styles.preview}>
      <p className={styles.subject} dir={dirOf(text.subject)}>
        {fillCustomerMail(text.subject, sample)}
      </p>
      <div className={styles.mail}>
        <p className={styles.shop}>{shop}</p>
        {paragraphsOf(fillCustomerMail(text.message, sample)).map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other identity
          <p key={index} dir={dir}>
            {paragraph}
          </p>
        ))}
        <p dir={dir}>
          <span className={styles.track}>{customerMailPhrases[language].track}</span>
        </p>
      </div>
    </section>
  );
}
