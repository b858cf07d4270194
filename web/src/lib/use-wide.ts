import { useMediaQuery } from '@mantine/hooks';

/** True from 1280 px on, where tables show whole dates. */
export const useWide = (): boolean =>
  useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false });
