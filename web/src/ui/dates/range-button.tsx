import { Button, type ButtonProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import styles from './range-picker.module.css';

export const RangeButton = ({
  label,
  name,
  ...rest
}: { label: string; name: string } & ButtonProps & ComponentProps<'button'>) => (
  <Button variant="default" leftSection={<IconCalendar size={16} />} aria-haspopup="dialog" {...rest}>
    <span className={styles.label}>{label}</span> {name}
  </Button>
);
