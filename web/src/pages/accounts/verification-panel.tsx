import { companyName, type Company } from '@courierdesk/contract/companies';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { hasCode, messageOf } from '../../lib/failures.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Verification } from './use-verification.ts';
import styles from './account-form.module.css';

/** Verifies the credentials with the courier. */
export function VerificationPanel({ company, verification }: { company: Company; verification: Verification }) {
  const { missing, pending, error, message } = verification;
  const name = companyName[company];
  return (
    <div className={styles.verification}>
      <div className={styles.verifyLine}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} />}
          disabled={missing.length > 0}
          loading={pending}
          onClick={() => verification.verify(company)}
        >
          Verify with {name}
        </Button>
        <span className="dim" role="status">
          {pending && `Checking with ${name}…`}
          {!pending && missing.length > 0 && `First fill in: ${missing.map((field) => field.label).join(', ')}.`}
        </span>
      </div>
      {message && !pending && (
        <Notice tone="success" live>
          {message}
        </Notice>
      )}
      {error && !pending && (
        <Notice tone={hasCode(error, 'courier-unavailable') ? 'warning' : 'error'} live>
          {messageOf(error)}
        </Notice>
      )}
    </div>
  );
}
