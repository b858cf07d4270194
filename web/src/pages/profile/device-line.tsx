import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import styles from './device-line.module.css';

/** A device in a list of the profile. */
export function DeviceLine(props: { device: string; isCurrent: boolean; about: ReactNode; button: ReactNode }) {
  const Icon = /iOS|Android/.test(props.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={styles.line}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div className={styles.text}>
        <div className={styles.device}>
          {props.device} {props.isCurrent && <ToneBadge tone="delivered">This device</ToneBadge>}
        </div>
        <div className={styles.about}>{props.about}</div>
      </div>
      {props.button}
    </li>
  );
}

/** Does something to devices, and shows the message that it returns. */
export function DeviceButton(props: { label: string; name?: string; size?: 'xs'; act: () => Promise<string> }) {
  const { label, name, size } = props;
  const act = useMutation({
    mutationFn: props.act,
    onSuccess: (message) => showToast(message),
    onError: showErrorToast,
  });
  return (
    <Button
      variant="default"
      {...(size && { size })}
      {...(name !== undefined && { 'aria-label': name })}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      {label}
    </Button>
  );
}
