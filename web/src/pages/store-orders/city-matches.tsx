import { readableCity } from '@courierdesk/contract/readable-city';
import { companyName } from '@courierdesk/contract/companies';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import styles from './city-matches.module.css';

/** The couriers' names for the customer's city, or the couriers without a certain match. The tooltip lists all. */
export function CityMatches({ order }: { order: StoreOrderRow }) {
  const { city, city_matches: matches } = order;
  if (!city || matches.length === 0) return <span className={styles.none}>–</span>;
  const unsure = matches.filter((match) => match.name === null);
  const everyOne = matches.map((match) => `${companyName[match.company]}: ${match.name ?? 'not certain'}`).join('\n');
  if (unsure.length === 0)
    return (
      <span className={styles.match} data-certain title={everyOne}>
        <IconCheck size={14} aria-label="Certain" />
        {readableCity(matches.map((match) => match.name ?? ''))}
      </span>
    );
  return (
    <span className={styles.match} title={everyOne}>
      <IconQuestionMark size={14} aria-hidden />
      {unsure.length === matches.length
        ? 'Not certain'
        : `Not ${unsure.map((match) => companyName[match.company]).join(', ')}`}
    </span>
  );
}
