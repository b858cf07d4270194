import type { ShipmentRow } from '@courierdesk/contract/shipments';
import { titleCase } from '../../../lib/title-case.ts';
import { PhoneRow } from '../../../ui/table/phone-rows.tsx';
import { StatusBadge } from '../../../parts/shipments/status-badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { CodCell, NeedsDecisionLink, ShipmentLink } from './order-columns.tsx';
import styles from './order-rows.module.css';
import type { OrdersSearch } from '../search/orders-search.ts';

export const OrderPhoneRow = ({ row, search }: { row: ShipmentRow; search: OrdersSearch }) => (
  <PhoneRow
    top={
      <ShipmentLink search={search} row={row}>
        <bdi>{row.consignee_name}</bdi>, {titleCase(row.destination_city)}
      </ShipmentLink>
    }
    topRight={<CodCell row={row} />}
    bottom={
      <span className={styles.phoneNumbers}>
        {row.order_name} · {row.tracking_number}
      </span>
    }
    bottomRight={
      <span className={styles.phoneStatus}>
        {row.attention && <NeedsDecisionLink />}
        <StatusBadge status={row.booked_packet_status} state={row.booking_state} />
        <span className={row.critical ? styles.late : undefined}>
          {row.late_since ? (
            <>
              <When at={row.late_since} form="age" /> late
            </>
          ) : (
            <When at={row.booking_date} form="age" />
          )}
        </span>
      </span>
    }
  />
);
