import { Notice } from '../notice.tsx';

/** Days in an address that are no dates. The page shows what it shows without them. */
export const UnreadableDays = ({ days }: { days: readonly string[] }) =>
  days.length > 0 && (
    <Notice tone="warning">We can’t read “{days.join(', ')}” as a date. Choose the days above.</Notice>
  );
