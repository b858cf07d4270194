import { useMediaQuery } from '@mantine/hooks';

/** True below 768 px, where tables become two-line rows. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
