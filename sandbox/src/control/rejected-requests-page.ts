import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { RejectedRequest } from '../core/rejected-requests.ts';

const maxShown = 100;

export function rejectedRequestsPage(requests: RejectedRequest[]): Html {
  if (requests.length === 0) return html`<p class="card">None. The real systems would accept every request so far.</p>`;
  return html`<section class="card scroll">
    <p class="dim">
      ${requests.length} in all${requests.length > maxShown ? html`, showing the newest ${maxShown}` : ''}
    </p>
    <table>
      <thead>
        <tr>
          <th>Time</th>
          <th>System</th>
          <th>Request</th>
          <th>Why it was refused</th>
        </tr>
      </thead>
      <tbody>
        ${requests.slice(0, maxShown).map(
          (request) =>
            html`<tr>
              <td>${request.at.slice(0, 19).replace('T', ' ')}</td>
              <td>${request.target}</td>
              <td>
                ${request.method} ${request.path}
                ${
                  request.detail === undefined
                    ? ''
                    : html`<details>
                        <summary>Details</summary>
                        <pre>${JSON.stringify(request.detail, null, 2)}</pre>
                      </details>`
                }
              </td>
              <td>${request.reason}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
