import type { PublicTracking } from './page-input.ts';
import type { Texts } from './texts.ts';

export type Step = PublicTracking['order']['current_status'];

const steps: readonly Step[] = [1, 2, 3, 4];

/** Four steps; step 3 is inactive below 3 and at 4. Source: specification, section 4. */
export function Progress({ order, texts }: { order: PublicTracking['order']; texts: Texts }) {
  const back = order.status === 'RTS' ? (order.final ? 'returned' : 'returning') : undefined;
  return (
    <ol className="steps" aria-label={texts.progress}>
      {steps.map((step) => (
        <li
          key={step}
          className={`step ${stateOf(step, order.current_status)}${step === 2 && back ? ' back' : ''}`}
          aria-current={step === order.current_status ? 'step' : undefined}
        >
          <svg className="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden>
            <circle cx="12" cy="12" r="11" />
            <path d={step === 4 ? cross : step === 2 && back ? arrowBack : tick} />
          </svg>
          <span>{texts.step[step === 2 && back ? back : step]}</span>
        </li>
      ))}
    </ol>
  );
}

const tick = 'm7 12.5 3.5 3.5L17 9';
const cross = 'm8.5 8.5 7 7m0-7-7 7';
const arrowBack = 'M10 8 6.5 11.5 10 15m-3-3.5h7a3 3 0 0 1 0 6';

function stateOf(step: Step, current: Step): 'done' | 'current' | 'inactive' {
  if (step === current) return 'current';
  if (current === 4) return step === 1 ? 'done' : 'inactive';
  return step < current ? 'done' : 'inactive';
}
