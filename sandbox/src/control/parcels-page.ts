import type { JournalConsignment } from '../couriers/parcels/courier-journal.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';

const maxShown = 100;

const moves = [
  { to: '', text: 'Next scan' },
  { to: 'delivered', text: 'Deliver' },
  { to: 'returned', text: 'Return' },
] as const;

/** The newest parcels, with buttons that move them on. */
export function parcelsPage(parcels: JournalConsignment[], search: string): Html {
  const wanted = search.toLowerCase();
  const found = parcels
    .filter(({ tracking_number, reference }) => `${tracking_number} ${reference}`.toLowerCase().includes(wanted))
    .toReversed();
  return html`<div class="row">
      <form class="row grow" method="get" action="/parcels" role="search">
        <label class="grow">Tracking number or reference<input type="search" name="search" value="${search}" /></label
        ><button>Search</button>
      </form>
      <form method="post" action="/parcels"><button>Move all parcels by one scan</button></form>
    </div>
    <section class="card scroll">
      <p class="dim">${found.length} found${found.length > maxShown ? html`, showing the newest ${maxShown}` : ''}</p>
      <table>
        <thead>
          <tr>
            <th>Courier</th>
            <th>Tracking number</th>
            <th>Reference</th>
            <th>State</th>
            <th>Move on</th>
          </tr>
        </thead>
        <tbody>
          ${found.slice(0, maxShown).map(
            (parcel) =>
              html`<tr>
                <td>${parcel.courier}</td>
                <td>
                  <a
                    href="/parcels/history?courier=${parcel.courier}&tracking_number=${encodeURIComponent(parcel.tracking_number)}"
                    >${parcel.tracking_number}</a
                  >
                </td>
                <td>${parcel.reference}</td>
                <td>
                  ${parcel.cancelled ? html`<span class="badge bad">Cancelled</span>` : html`<span class="badge">${parcel.state.replaceAll('_', ' ')}</span>`}
                </td>
                <td>
                  <form class="row" method="post" action="/parcels">
                    <input type="hidden" name="tracking_number" value="${parcel.tracking_number}" />
                    ${moves.map(({ to, text }) => html`<button name="to" value="${to}">${text}</button>`)}
                  </form>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
}
