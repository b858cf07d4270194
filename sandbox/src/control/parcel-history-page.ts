import * as z from 'zod';
import { changeParcel } from '../couriers/parcels/change-parcel.ts';
import { couriers, type Consignment, type Stage } from '../couriers/parcels/consignment.ts';
import type { SandboxContext } from '../core/sandbox-context.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';

const History = z.object({
  tracking_number: z.string().min(1),
  courier: z.enum(couriers),
  scans: z.string().trim().min(1).max(40_000),
  cod: z.coerce.number().int().nonnegative(),
});

/** What the courier says of one parcel: all its scans and its COD, to be changed at will. */
export function parcelHistoryPage(parcel: Consignment): Html {
  return html`<section class="card">
    <p class="dim">
      One scan a line, in the courier’s own sequence: its words, and after a bar the time as the courier writes it. A
      scan without a bar is from now. After the bar, leave the time empty, give a day alone, or a time to come.
    </p>
    <form class="stack" method="post" action="/parcels/history">
      <input type="hidden" name="tracking_number" value="${parcel.tracking_number}" />
      <input type="hidden" name="courier" value="${parcel.courier}" />
      <label>Scans<textarea name="scans" rows="12" required>${parcel.events.map(lineOf).join('\n')}</textarea></label>
      <label>COD, Rs<input type="number" name="cod" min="0" step="1" value="${parcel.cod}" required /></label>
      <button>Save history</button>
    </form>
  </section>`;
}

const lineOf = ({ status, time, at }: Consignment['events'][number]): string => `${status} | ${time ?? at}`;

/** Saves the page's form. Returns a sentence about the outcome. */
export function saveParcelHistory(context: SandboxContext, parcel: Consignment, form: unknown): string {
  const history = History.safeParse(form);
  if (!history.success) return 'Write at least one scan, and the COD in whole rupees.';
  const stages = new Map(parcel.events.map(({ status, stage }): [string, Stage] => [status, stage]));
  const scans = history.data.scans.split(/\r?\n/).flatMap((line) => {
    const [status = '', ...rest] = line.split('|').map((part) => part.trim());
    if (status === '') return [];
    const known = parcel.events.find((event) => lineOf(event) === line.trim());
    const scan = known ?? { status, stage: stages.get(status) ?? 'in_transit' };
    return [rest.length === 0 || known ? scan : { ...scan, time: rest.join('|') }];
  });
  changeParcel(context, {
    tracking_number: parcel.tracking_number,
    courier: parcel.courier,
    scans,
    cod: history.data.cod,
  });
  return `The history of ${parcel.tracking_number} is saved.`;
}
