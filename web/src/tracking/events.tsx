import { eventsByDay, nearDay } from '../lib/events-by-day.ts';
import { titleCase } from '../lib/title-case.ts';
import type { PublicTracking } from './page-input.ts';
import { textsOf, type Lang } from './texts.ts';
import { dayIn, timeIn } from './times.ts';

type Event = PublicTracking['order']['details'][number];

/** As many as fit on one printed page with the rest. Older ones are folded away. */
const shownAtOnce = 8;

/** The courier's events by day, newest first. */
export function Events(props: { details: readonly Event[]; lang: Lang; now: Date; timeZone: string }) {
  const { details, ...frame } = props;
  const texts = textsOf[props.lang];
  const earlier = details.slice(shownAtOnce);
  return (
    <section className="card" aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      {details.length === 0 && <p className="dim">{texts.noProgress}</p>}
      <Days events={details.slice(0, shownAtOnce)} {...frame} />
      {earlier.length > 0 && (
        <details>
          <summary>{texts.earlierEvents(earlier.length)}</summary>
          <Days events={earlier} {...frame} />
        </details>
      )}
    </section>
  );
}

function Days({ events, lang, now, timeZone }: { events: readonly Event[]; lang: Lang; now: Date; timeZone: string }) {
  const texts = textsOf[lang];
  return eventsByDay(events, timeZone).map(({ day, events: ofDay }) => {
    const near = nearDay(day, now, timeZone);
    return (
      <div key={day} className="day">
        <h3>
          {near ? `${texts[near]}${texts.comma}` : ''}
          {dayIn(lang, `${day}T00:00:00Z`, 'UTC')}
        </h3>
        <ol>
          {ofDay.map((event, index) => (
            <li key={index}>
              <time dateTime={event.status_date}>
                <bdi>{timeIn(lang, event.status_date, timeZone)}</bdi>
              </time>
              <span>
                <What event={event} lang={lang} />
                {event.name && (
                  <span className="place">
                    {/* The dot stays with the words before it: a line must not start with it. */}
                    {'\u00A0· '}
                    <bdi lang="en">{titleCase(event.name)}</bdi>
                  </span>
                )}
                {lang === 'en' && saysMore(event) && <small className="words">{event.status_message}</small>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    );
  });
}

/** In plain words where we know those of the courier, otherwise as the courier wrote them. */
function What({ event, lang }: { event: Event; lang: Lang }) {
  const plain = lang === 'ur' ? event.urdu : event.english;
  if (plain) return <span className="what">{plain}</span>;
  return (
    <bdi className="what" lang="en">
      {event.status_message}
    </bdi>
  );
}

/** The courier's own words, for a customer who calls the courier, unless they are the sentence above them. */
const saysMore = ({ english, status_message: words }: Event): boolean =>
  english !== '' && english.toLowerCase() !== words.trim().toLowerCase();
