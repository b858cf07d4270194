import { progressOf, type ProgressStep } from '@courierdesk/contract/progress';
import type { PublicTracking } from './page-input.ts';
import type { Texts } from './texts.ts';

export function Progress({ order, texts }: { order: PublicTracking['order']; texts: Texts }) {
  return (
    <ol className="steps" aria-label={texts.progress}>
      {stepsOf(order).map(({ name, state }) => (
        <li
          key={name}
          className={`step ${state}${back.has(name) ? ' back' : ''}`}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <svg className="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden>
            <circle cx="12" cy="12" r="11" />
            {state !== 'inactive' && <path d={name === 'cancelled' ? cross : back.has(name) ? arrowBack : tick} />}
          </svg>
          <span>{texts.step[name]}</span>
        </li>
      ))}
    </ol>
  );
}

/** Customers do not see "Completed", which comes together with "Delivered": docs/decisions/0036. */
const stepsOf = (order: PublicTracking['order']) =>
  progressOf(order).flatMap(({ name, state }) => (name === 'completed' ? [] : [{ name, state }]));

const back: ReadonlySet<ProgressStep> = new Set(['returning', 'returned']);

const tick = 'm7 12.5 3.5 3.5L17 9';
const cross = 'm8.5 8.5 7 7m0-7-7 7';
const arrowBack = 'M10 8 6.5 11.5 10 15m-3-3.5h7a3 3 0 0 1 0 6';
