import type { DemoLogin } from '@courierdesk/contract/app-links';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/failures.ts';
import { login } from '../../session/session.ts';
import card from '../../ui/card-page.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './login-page.module.css';

/** For the demo: signs in with one click. The server lists no logins anywhere else. */
export function DemoLogins({ logins, onSecondFactor }: { logins: readonly DemoLogin[]; onSecondFactor: () => void }) {
  const signIn = useMutation({
    mutationFn: ({ email, password }: DemoLogin) => login({ email, password }),
    onSuccess: (step) => step === 'second-factor' && onSecondFactor(),
  });
  return (
    <section className={card.part} aria-labelledby="demo-logins">
      <h2 id="demo-logins" className={styles.demoTitle}>
        Demo logins
      </h2>
      <ul className={styles.demoLogins}>
        {logins.map((one) => (
          <li key={one.email}>
            <button
              type="button"
              className={styles.demoLogin}
              disabled={signIn.isPending}
              onClick={() => signIn.mutate(one)}
            >
              <span>{one.label}</span>
              <span>{one.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {signIn.error && (
        <Notice tone="error" live>
          <span className={card.error}>{messageOf(signIn.error)}</span>
        </Notice>
      )}
    </section>
  );
}
