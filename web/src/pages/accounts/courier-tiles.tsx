import { companies, companyName, type Company } from '@courierdesk/contract/companies';
import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './courier-tiles.module.css';

const asksFor: Readonly<Record<Company, string>> = {
  LEOPARD: 'API key and API password',
  MNP: 'Username, account number and API password',
  POSTEX: 'API token',
  TCS: 'Envio username and password, TCS account, client id and secret or bearer token',
};

/** The courier of a new account: a tile for each, with what it asks for. */
export function CourierTiles(props: {
  id: string;
  name: string;
  value: Company | '';
  error?: ReactNode;
  onChange: (company: Company) => void;
}) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      className={styles.group}
      aria-labelledby={id}
      aria-describedby={props.error ? `${id}-error` : undefined}
      aria-invalid={props.error ? true : undefined}
    >
      <Input.Label component="span" id={id}>
        Courier
      </Input.Label>
      <div className={styles.tiles}>
        {companies.map((company, index) => (
          <label key={company} className={styles.tile} data-wrong={props.error ? true : undefined}>
            <input
              type="radio"
              id={index === 0 ? props.id : undefined}
              name={props.name}
              value={company}
              checked={props.value === company}
              aria-labelledby={`${id}-${company}`}
              aria-describedby={`${id}-${company}-needs`}
              onChange={() => props.onChange(company)}
            />
            <span aria-hidden className={styles.mark}>
              {companyName[company].slice(0, 1)}
            </span>
            <span>
              <strong id={`${id}-${company}`} className={styles.name}>
                {companyName[company]}
              </strong>
              <span id={`${id}-${company}-needs`} className={styles.needs}>
                {asksFor[company]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {props.error && <Input.Error id={`${id}-error`}>{props.error}</Input.Error>}
    </div>
  );
}
