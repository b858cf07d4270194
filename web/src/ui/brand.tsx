import styles from './brand.module.css';

export const Brand = ({ compact = false }: { compact?: boolean }) => (
  <span className={styles.brand}>
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#0b6b6b" />
      <path
        d="M7 11.5 16 7l9 4.5v9L16 25l-9-4.5zm0 0 9 4.5 9-4.5M16 16v9"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
    <span className={compact ? 'visually-hidden' : undefined}>Courierdesk</span>
  </span>
);
