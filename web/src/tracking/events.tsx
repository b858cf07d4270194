import { eventsByDay, nearDay } from '../lib/events-by-day.ts';
import { titleCase } from '../lib/title-case.ts';
import type { PublicTracking } from './page-input.ts';
import { textsOf, type Lang } from './texts.ts';
import { dayIn, timeIn } from './times.ts';

/** The courier's events in its own words, by day, newest first. */
export function Events(props: {
  details: PublicTracking['order']['details'];
  lang: Lang;
  now: Date;
  timeZone: string;
}) {
  const { details, lang, timeZone } = props;
  const texts = textsOf[lang];
  return (
    <section className="card" aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      {details.length === 0 && <p className="dim">{texts.noProgress}</p>}
      {eventsByDay(details, timeZone).map(({ day, events }) => {
        const near = nearDay(day, props.now, timeZone);
        return (
          <div key={day} className="day">
            <h3>
              {near ? `${texts[near]}${texts.comma}` : ''}
              {dayIn(lang, `${day}T00:00:00Z`, 'UTC')}
            </h3>
            <ol>
              {events.map((event, index) => (
                <li key={index}>
                  <time dateTime={event.status_date}>
                    <bdi>{timeIn(lang, event.status_date, timeZone)}</bdi>
                  </time>
                  <span>
                    <bdi lang="en">{event.status_message}</bdi>
                    {event.name && (
                      <span className="place">
                        {' · '}
                        <bdi lang="en">{titleCase(event.name)}</bdi>
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}
