import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import styles from './home-page.module.css';

/** Its title only, which leads on: to the login page, or past it to the dashboard. */
export function HomePage() {
  useDocumentTitle('Courierdesk');
  return (
    <main className={styles.home}>
      <h1 className={styles.title}>
        <Link to="/login" className={styles.link}>
          Welcome to Courierdesk
        </Link>
      </h1>
    </main>
  );
}
