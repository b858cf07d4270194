import { formatWeight } from '@courierdesk/contract/weights';
import type { PostBooking } from '@courierdesk/contract/booking';
import { courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { PrintButton } from '../../../parts/printing/print-button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OrderItems } from '../../../parts/shipments/order-items.tsx';
import { Section } from '../../../ui/section.tsx';
import { When } from '../../../ui/dates/when.tsx';
import styles from './post-booking.module.css';
import { NotificationsSection } from './notifications-section.tsx';
import { lazyNamed } from '../../../ui/lazy-named.ts';

const Barcode = lazyNamed(async () => (await import('./barcode.tsx')).Barcode);

/** The confirmation: tracking number, notifications, and everything booked. */
export function BookedOrder({ shipment, message }: { shipment: PostBooking; message: string }) {
  const { consignee, trackingNumber } = shipment;
  const phones = [consignee.phone, consignee.phone2, consignee.phone3].filter(Boolean);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <section className={styles.card} aria-label="Tracking number">
          <p className={styles.courier}>
            {courierName(shipment.courier)} · {shipment.courierAccount}
          </p>
          <div className={styles.numberLine}>
            <span className={styles.number}>{trackingNumber}</span>
            <CopyButton text={trackingNumber ?? ''} what="tracking number" size="md" />
          </div>
          <div className={styles.barcodeSpace}>
            <Suspense>{trackingNumber && <Barcode text={trackingNumber} />}</Suspense>
          </div>
          {shipment.tracking_url && (
            <div className={styles.actions}>
              <PrintButton shipmentIds={[shipment.id]} label="Print label" />
              <Button
                variant="default"
                component="a"
                href={shipment.tracking_url}
                target="_blank"
                rel="noreferrer"
                rightSection={<IconExternalLink size={16} />}
              >
                Track
              </Button>
              <span className={styles.link}>
                The customer’s page
                <CopyButton text={shipment.tracking_url} what="the customer’s tracking link" />
              </span>
            </div>
          )}
        </section>
        {shipment.from_mirror && (
          <Notice tone="warning">
            We could not reach Shopify, so we booked the order as we last read it. If it has changed since, it appears
            under Needs attention once Shopify responds.
          </Notice>
        )}
        <NotificationsSection shipment={shipment} message={message} />
        <Section title={shipment.lineItems.length === 1 ? 'One product' : `${shipment.lineItems.length} products`}>
          {shipment.lineItems.length === 0 && <p className={styles.none}>We have no items for this parcel.</p>}
          <OrderItems items={shipment.lineItems} />
        </Section>
      </div>
      <div className={styles.side}>
        <Section title="Consignee">
          <address className={styles.address}>
            <strong dir="auto">{consignee.name}</strong>
            <span dir="auto">{consignee.address}</span>
          </address>
          <dl className={styles.facts}>
            <Fact name={phones.length === 1 ? 'Phone' : 'Phones'}>
              {phones.map((phone) => (
                <div key={phone} className="numbers">
                  {phone}
                </div>
              ))}
            </Fact>
            {consignee.email && <Fact name="Email">{consignee.email}</Fact>}
            <Fact name="Destination">{shipment.destination}</Fact>
          </dl>
        </Section>
        <Section title="Parcel">
          <dl className={styles.facts}>
            <Fact name="COD">
              <strong className={styles.cod}>{formatRupees(shipment.cod)}</strong>
            </Fact>
            <Fact name={shipment.store_orders.length > 1 ? `${shipment.store_orders.length} orders, merged` : 'Order'}>
              {shipment.name}
            </Fact>
            <Fact name="Booked">
              <When at={shipment.bookedDate} form="full" />
            </Fact>
            <Fact name="Courier">{courierName(shipment.courier)}</Fact>
            <Fact name="Account">{shipment.courierAccount}</Fact>
            <Fact name="Reference">
              <span className="numbers">{shipment.reference}</span>
            </Fact>
            <Fact name="Weight">{formatWeight(shipment.weight)}</Fact>
            <Fact name="Pieces">{shipment.pieces}</Fact>
            <Fact name="Remarks">
              <span dir="auto">{shipment.remarks || '–'}</span>
            </Fact>
          </dl>
        </Section>
      </div>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
