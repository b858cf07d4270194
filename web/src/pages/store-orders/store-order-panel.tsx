import { companyName } from '@courierdesk/contract/companies';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getStoreOrder, StoreOrderRow } from '@courierdesk/contract/store-orders';
import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { storeOrderQuery } from '../../api/store-orders.ts';
import { useUser } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { StaleNotice } from '../../ui/notice.tsx';
import { SidePanel, type PanelSteps } from '../../ui/dialogs/side-panel.tsx';
import { When } from '../../ui/dates/when.tsx';
import { CustomerPhone } from '../../parts/customer-messages/customer-phone.tsx';
import { messageAboutOrder } from '../../parts/customer-messages/messages.ts';
import { EarlierParcels } from '../../parts/shipments/earlier-parcels.tsx';
import { paymentName } from './store-order-columns.tsx';
import { OrderItems } from '../../parts/shipments/order-items.tsx';
import styles from './store-order-panel.module.css';
import { OrderProblems, StoreOrderState } from './store-order-state.tsx';
import { countText } from '@courierdesk/contract/count-text';

type Detail = ReplyOf<typeof getStoreOrder>['order'];

/** A store order in the side panel, with all a person checks before booking. */
export function StoreOrderPanel(props: {
  id: string;
  list: string;
  row: StoreOrderRow | undefined;
  steps: PanelSteps;
  onClose: () => void;
}) {
  const query = useQuery(storeOrderQuery(props.id));
  const detail = query.data?.order;
  const order = detail ?? props.row;
  return (
    <SidePanel
      title={order ? `Order ${order.order_name}` : 'Order'}
      steps={props.steps}
      onClose={props.onClose}
      footer={order && <Footer order={order} list={props.list} storeUrl={detail?.store_url} />}
    >
      {order && <Head order={order} />}
      {query.isError && !detail && <ErrorState query={query} />}
      {detail && <StaleNotice error={query.error} />}
      {query.isPending && <Waiting />}
      {detail && <Content order={detail} />}
    </SidePanel>
  );
}

const Head = ({ order }: { order: StoreOrderRow }) => (
  <div className={styles.head}>
    <div>
      <div className={styles.cod}>
        <Money amount={order.cod} />
      </div>
      <div className="dim">
        to collect · total <Money amount={order.total} currency={order.currency} /> · {paymentName[order.payment]}
      </div>
    </div>
    <div className={styles.when}>
      <When at={order.createdAt} form="full" />
      {order.problems.map((problem) => (
        <OrderProblems key={problem} problems={[problem]} />
      ))}
    </div>
  </div>
);

function Content({ order }: { order: Detail }) {
  const { shop } = useUser();
  const address = [order.customer_name, order.address, order.city].filter(Boolean).join('\n');
  return (
    <>
      <section className={styles.section} aria-labelledby="panel-customer">
        <div className={styles.sectionHead}>
          <h3 id="panel-customer">Customer</h3>
          <EarlierParcels earlier={order.earlier} />
        </div>
        <div className={styles.addressBlock}>
          <address className={styles.address}>
            <strong dir="auto">{order.customer_name || 'No name'}</strong>
            {order.address ? (
              <span dir="auto">{order.address}</span>
            ) : (
              <span className={styles.missing}>No address</span>
            )}
            {order.city ? <span dir="auto">{order.city}</span> : <span className={styles.missing}>No city</span>}
          </address>
          <CopyButton text={address} what="address" />
        </div>
        <dl className={styles.facts}>
          <dt>Phone</dt>
          <dd>
            {order.phone ? (
              <CustomerPhone
                phone={order.phone}
                messageIn={(language) => messageAboutOrder(order, shop.name, language)}
              />
            ) : (
              <span className={styles.missing}>None</span>
            )}
          </dd>
          {order.email && (
            <>
              <dt>Email</dt>
              <dd>{order.email}</dd>
            </>
          )}
          {order.note && (
            <>
              <dt>Note</dt>
              <dd dir="auto">{order.note}</dd>
            </>
          )}
          {order.tags.length > 0 && (
            <>
              <dt>Tags</dt>
              <dd>{order.tags.join(', ')}</dd>
            </>
          )}
        </dl>
      </section>
      {order.city && order.city_matches.length > 0 && (
        <section className={styles.section} aria-labelledby="panel-city">
          <h3 id="panel-city">
            “<bdi>{order.city}</bdi>” at the couriers
          </h3>
          <dl className={styles.facts}>
            {order.city_matches.map((match) => (
              <div key={match.company} className={styles.fact}>
                <dt>{companyName[match.company]}</dt>
                <dd className={match.name === null ? styles.unsure : undefined}>
                  {match.name ?? 'Not certain: choose it when you book'}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className={styles.section} aria-labelledby="panel-items">
        <h3 id="panel-items">{countText(order.items, 'item')}</h3>
        <OrderItems
          items={order.line_items.map(({ title, quantity, unit_price, ...line }) => ({
            ...line,
            product_title: title,
            current_quantity: quantity,
            amount: unit_price,
            currency: order.currency,
          }))}
        />
      </section>
    </>
  );
}

function Footer(props: { order: StoreOrderRow; list: string; storeUrl: string | undefined }) {
  const { order, list, storeUrl } = props;
  const bookable = !order.shipment && !order.cancelled && !order.fulfilled;
  return (
    <>
      {bookable ? (
        <Button renderRoot={(rest) => <Link to="/dashboard/order/book" search={{ id: order.id, list }} {...rest} />}>
          Book {order.order_name}
        </Button>
      ) : (
        <span className={styles.state}>
          <StoreOrderState order={order} list={list} />
        </span>
      )}
      {storeUrl && (
        <Button
          variant="default"
          component="a"
          href={storeUrl}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={16} />}
        >
          Open in the store
        </Button>
      )}
    </>
  );
}

const Waiting = () => (
  <div aria-hidden className={styles.waiting}>
    {[60, 85, 40, 70, 90, 55].map((width) => (
      <Skeleton key={width} height={12} width={`${width}%`} />
    ))}
  </div>
);
