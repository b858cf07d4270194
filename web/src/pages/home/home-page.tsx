import { useDocumentTitle } from '@mantine/hooks';
import styles from './home-page.module.css';

export function HomePage() {
  useDocumentTitle('Courierdesk');
  return (
    <main className={styles.home}>
      <h1 className={styles.title}>Welcome to Courierdesk</h1>
    </main>
  );
}
