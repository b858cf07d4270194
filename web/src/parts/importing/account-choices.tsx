import { companyName } from '@courierdesk/contract/companies';
import type { ImportPreview } from '@courierdesk/contract/import-previews';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { Select } from '@mantine/core';
import styles from './import-dialog.module.css';

type Choices = ImportPreview['account_choices'];

/** Chooses the account that tracks the parcels of a courier with several accounts. */
export function AccountChoices(props: {
  choices: Choices;
  chosen: ChosenAccounts;
  onChange: (chosen: ChosenAccounts) => void;
}) {
  const chosen = chosenOf(props.choices, props.chosen);
  return props.choices.map(({ company, accounts }) => (
    <Select
      key={company}
      className={styles.option}
      label={`${companyName[company]} account`}
      description="We use it to track these parcels."
      allowDeselect={false}
      data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen[company] ?? null}
      onChange={(id) => props.onChange({ ...props.chosen, ...(id && { [company]: id }) })}
    />
  ));
}

/** The chosen account, or the first one. */
export const chosenOf = (choices: Choices, chosen: ChosenAccounts): ChosenAccounts =>
  Object.fromEntries(
    choices.map(({ company, accounts }) => [
      company,
      (accounts.find(({ id }) => id === chosen[company]) ?? accounts[0])?.id,
    ]),
  );
