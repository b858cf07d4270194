import type { DemoLogin } from '@courierdesk/contract/app-links';
import { useState } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { login } from '../../session/session.ts';
import card from '../../ui/card-page.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './login-page.module.css';

/** For the demo: signs in with one click. The server lists no logins anywhere else. */
export function DemoLogins({ logins, onSecondFactor }: { logins: readonly DemoLogin[]; onSecondFactor: () => void }) {
  const [signingIn, setSigningIn] = useState(false);
  const [failure, setFailure] = useState<string>();
  const pick = async ({ email, password }: DemoLogin): Promise<void> => {
    setSigningIn(true);
    setFailure(undefined);
    try {
      if ((await login({ email, password })) === 'second-factor') onSecondFactor();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSigningIn(false);
    }
  };
  return (
    <section className={card.part} aria-labelledby="demo-logins">
      <h2 id="demo-logins" className={styles.demoTitle}>
        Demo logins
      </h2>
      <ul className={styles.demoLogins}>
        {logins.map((one) => (
          <li key={one.email}>
            <button type="button" className={styles.demoLogin} disabled={signingIn} onClick={() => void pick(one)}>
              <span>{one.label}</span>
              <span>{one.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {failure && (
        <Notice tone="error" live>
          <span className={card.error}>{failure}</span>
        </Notice>
      )}
    </section>
  );
}
