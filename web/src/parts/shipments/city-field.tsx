import type { City } from '@courierdesk/contract/cities';
import {
  Combobox,
  getParsedComboboxData,
  Loader,
  OptionsDropdown,
  TextInput,
  useCombobox,
  type TextInputProps,
} from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { notAutofilled } from '../../ui/forms/not-autofilled.ts';
import styles from './city-field.module.css';
import { cityMeant, cityOptions, cityTaken, filterCities, percent, unclearCity, type Cities } from './city-options.ts';

/**
 * The city of a parcel, typed or picked from the courier's list. The text in the field is what counts: `onType` gets each
 * text, and the field shows the chosen city's name only while it is the choice. On leaving, a certain text becomes the
 * city it means; any other text stays, with the reason.
 */
export function CityField(props: {
  id?: string;
  name?: string;
  label: string;
  description: TextInputProps['description'];
  placeholder: string;
  readOnly: boolean;
  error: TextInputProps['error'];
  /** The courier's list and how the customer's spelling matches it. */
  cities: { readonly data: Cities | undefined; readonly isFetching: boolean; readonly isError: boolean };
  courier: string;
  /** The city that counts; undefined while `text` names none. */
  chosen: City | undefined;
  text: string;
  onType?: (text: string) => void;
  onChoose: (city: City) => void;
  /** Gets a text that means no city for certain. */
  onLeave?: (text: string) => void;
}) {
  const { cities, chosen, courier } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState<string>();
  /** The same for events of one moment: Enter takes the city and leaves the field. */
  const now = useRef<string>(undefined);
  const shown = typed ?? props.text;
  const isUnclear = typed === undefined && !chosen && shown.trim() !== '' && cities.data !== undefined;

  const type = (text: string | undefined): void => {
    now.current = text;
    setTyped(text);
  };
  const choose = (city: City): void => {
    type(undefined);
    combobox.closeDropdown();
    props.onChoose(city);
  };
  const leave = (): void => {
    const text = now.current;
    type(undefined);
    if (text === undefined) return;
    const city = cityMeant(text, cities.data);
    if (city) props.onChoose(city);
    else props.onLeave?.(text);
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => latest.current(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if ((key !== 'Enter' && key !== 'Tab') || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) {
      if (key === 'Tab') combobox.clickSelectedOption();
      return;
    }
    const city = typed === undefined ? undefined : cityTaken(typed, cities.data);
    if (city) choose(city);
    // The focus stays in a field with an error.
    else if (key === 'Enter' && typed !== undefined && typed.trim() !== '' && cities.data) event.preventDefault();
  };

  return (
    <Combobox
      store={combobox}
      readOnly={props.readOnly}
      onOptionSubmit={(value) => {
        const city = cities.data?.cities.find((one) => one.id === value);
        if (city) choose(city);
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete={notAutofilled.autoComplete}>
        <TextInput
          {...notAutofilled}
          id={id}
          name={props.name}
          label={props.label}
          description={props.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={props.placeholder}
          readOnly={props.readOnly}
          dir="auto"
          error={
            cities.isError
              ? 'City fetching failed'
              : (props.error ?? (isUnclear ? unclearCity(shown, courier) : undefined))
          }
          rightSectionPointerEvents="none"
          rightSection={
            cities.isFetching ? <Loader size={14} role="img" aria-label="Loading cities" /> : <Combobox.Chevron />
          }
          value={shown}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.resetSelectedOption();
            combobox.openDropdown();
            props.onType?.(event.currentTarget.value);
          }}
          onFocus={(event) => {
            combobox.openDropdown();
            event.currentTarget.select();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            leave();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <OptionsDropdown
        data={filterCities(typed === undefined ? chosen?.name : undefined)({
          options: getParsedComboboxData(cityOptions(cities.data, courier)),
          search: shown,
          limit: 80,
        })}
        filter={undefined}
        search={undefined}
        limit={undefined}
        withScrollArea={undefined}
        maxDropdownHeight={320}
        unstyled={false}
        hidden={props.readOnly}
        value={chosen?.id ?? null}
        labelId={`${id}-label`}
        aria-label={undefined}
        scrollAreaProps={undefined}
        nothingFoundMessage={
          cities.data
            ? `${courier} has no city with this name`
            : cities.isFetching
              ? 'Loading cities…'
              : 'No cities to choose from yet'
        }
        renderOption={({ option }) => <CityOption id={option.value} name={option.label} cities={cities.data} />}
      />
    </Combobox>
  );
}

function CityOption({ id, name, cities }: { id: string; name: string; cities: Cities | undefined }) {
  const match = cities?.matches.find((one) => one.id === id);
  return (
    <span className={styles.option}>
      {name}
      {match && (
        <span className={styles.certainty}>
          {cities?.remembered?.id === id ? 'chosen before' : percent(match.certainty)}
        </span>
      )}
    </span>
  );
}
