import { formatAgo } from '@courierdesk/contract/dates';
import type { RememberedDevice } from '@courierdesk/contract/two-factor';
import { useQuery } from '@tanstack/react-query';
import { forgetAll, forgetOne, rememberedDevicesQuery } from '../../api/own-account/remembered-devices.ts';
import { useNow } from '../../lib/use-now.ts';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { DeviceButton, DeviceLine } from './device-line.tsx';
import styles from './device-line.module.css';

/** Where sign-in asks for no code, for people who have such devices. */
export function RememberedDevicesSection() {
  const { data: devices, error, refetch } = useQuery(rememberedDevicesQuery);
  if (devices?.length === 0 || (!devices && !error)) return null;
  return (
    <Section
      title="Remembered devices"
      about="On these devices, sign-in asks for your password, but not for a code. Signing out keeps them remembered."
    >
      {devices ? (
        <>
          <ul className={styles.list} aria-label="Remembered devices">
            {devices.map((device) => (
              <RememberedLine key={device.id} device={device} />
            ))}
          </ul>
          {devices.length > 1 && (
            <div className={styles.actions}>
              <DeviceButton label="Forget all devices" act={forgetAll} />
            </div>
          )}
        </>
      ) : (
        <ErrorState query={{ error, refetch }} />
      )}
    </Section>
  );
}

function RememberedLine({ device }: { device: RememberedDevice }) {
  const now = useNow();
  return (
    <DeviceLine
      device={device.device}
      isCurrent={device.is_current}
      about={
        <>
          Until <When at={device.expires_at} form="short" /> · remembered{' '}
          <When at={device.remembered_at} form="short" /> · last used {formatAgo(device.last_used_at, now)}
        </>
      }
      button={
        <DeviceButton label="Forget" name={`Forget ${device.device}`} size="xs" act={() => forgetOne(device.id)} />
      }
    />
  );
}
