import { readableCity } from '@courierdesk/contract/readable-city';
import { companyName } from '@courierdesk/contract/companies';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import styles from './city-matches.module.css';

/** Every courier knows the city by the name that the customer wrote. */
export function isMatchedAsWritten({ city, city_matches: matches }: StoreOrderRow): boolean {
  const names = matches.flatMap(({ name }) => name ?? []);
  if (names.length === 0 || names.length < matches.length) return false;
  return readableCity(names)?.toLowerCase() === city.trim().toLowerCase();
}

/** The couriers' names for the customer's city, or the couriers without a certain match. The tooltip lists all. */
export function CityMatches({ order, withName = true }: { order: StoreOrderRow; withName?: boolean }) {
  const { city, city_matches: matches } = order;
  if (!city || matches.length === 0) return <span className={styles.none}>–</span>;
  const unsure = matches.filter((match) => match.name === null);
  const everyOne = matches.map((match) => `${companyName[match.company]}: ${match.name ?? 'not certain'}`).join('\n');
  if (unsure.length === 0)
    return (
      <span className={styles.match} data-certain title={everyOne}>
        <IconCheck size={14} aria-label="Certain" />
        {withName && readableCity(matches.map((match) => match.name ?? ''))}
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
