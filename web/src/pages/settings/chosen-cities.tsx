import { companyName } from '@courierdesk/contract/companies';
import type { CityChoice } from '@courierdesk/contract/city-choices';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { cityChoicesQuery, forgetCityChoice } from '../../api/city-choices.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { useHasAccess } from '../../session/use-session.ts';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import styles from './customer-mails.module.css';

/** The cities that people chose for unclear spellings: what is proposed first the next time. */
export function ChosenCities() {
  const { data, error, refetch } = useQuery(cityChoicesQuery);
  return (
    <Section
      title="Chosen cities"
      about="When someone chooses a city for a spelling that the courier does not know, we use it for the next order, or suggest it first if several cities match. Forget choices that are wrong."
    >
      {data ? (
        <>
          {data.total === 0 && <p className={styles.none}>No city has been chosen yet.</p>}
          <ul className={styles.list}>
            {data.data.map((choice) => (
              <ChoiceLine key={`${choice.company} ${choice.spelling}`} choice={choice} />
            ))}
          </ul>
          {data.total > data.data.length && (
            <p className={styles.none}>
              The newest {data.data.length} of {formatCount(data.total)}.
            </p>
          )}
        </>
      ) : error ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <Skeleton height={80} />
      )}
    </Section>
  );
}

function ChoiceLine({ choice }: { choice: CityChoice }) {
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const forget = useMutation({
    mutationFn: () => forgetCityChoice(choice),
    onSuccess: (message) => showToast(message),
    onError: showErrorToast,
  });
  return (
    <li className={styles.line}>
      <div className={styles.choice}>
        <span>
          <strong dir="auto">{choice.spelling}</strong> is {choice.city} ({companyName[choice.company]})
        </span>
        <span className={styles.dim}>
          {choice.contradicted
            ? 'People chose different cities for it, most recently this one, so we always ask.'
            : `Chosen for ${countText(choice.times, 'order')}`}
          {choice.chosen_by && `, last by ${choice.chosen_by}`}, <When at={choice.chosen_at} form="full" />
        </span>
      </div>
      {canWrite && (
        <Button
          variant="default"
          size="compact-md"
          loading={forget.isPending || forget.isSuccess}
          aria-label={`Forget: ${choice.spelling}`}
          onClick={() => forget.mutate()}
        >
          Forget
        </Button>
      )}
    </li>
  );
}
