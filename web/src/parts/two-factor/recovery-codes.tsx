import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useUser } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './recovery-codes.module.css';

/** Shows the recovery codes, the only time they are shown. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { email, shop } = useUser();
  const isSaved = useRef(false);
  const file = [`Courierdesk recovery codes of ${email} (${shop.name})`, 'Each code works once.', '', ...codes, ''];
  return (
    <section className={styles.panel} aria-label="Recovery codes">
      <Notice tone="warning" live>
        Save these recovery codes now. We can’t show them again. With one of them you can sign in without your phone.
      </Notice>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          leftSection={<IconDownload size={16} />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file.join('\r\n'))}`}
          download="courierdesk-recovery-codes.txt"
        >
          Download the codes
        </Button>
        <CopyButton text={codes.join('\n')} what="all codes" size="md" />
        <Button
          variant="default"
          onClick={() => {
            isSaved.current = true;
            onSaved();
          }}
        >
          I saved them
        </Button>
      </div>
      <UnsavedGuard
        dirty={() => !isSaved.current}
        text="We can’t show your recovery codes again. Download or copy them first."
      />
    </section>
  );
}
