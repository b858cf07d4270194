import { faultKinds } from '../core/faults.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { SandboxContext } from '../core/sandbox-context.ts';

export const faultTargets = ['leopard', 'mnp', 'postex', 'tcs', 'shopify', 'webhooks', '*'] as const;

const targetNames: Record<(typeof faultTargets)[number], string> = {
  leopard: 'Leopards',
  mnp: 'M&P',
  postex: 'PostEx',
  tcs: 'TCS',
  shopify: 'Shopify API',
  webhooks: 'Shopify webhooks',
  '*': 'Everything',
};

const kindTexts: Record<(typeof faultKinds)[number], string> = {
  delay: 'Answer late',
  refuse: 'Refuse with an error message',
  error500: 'Answer 500',
  'lose-answer': 'Process the call, then drop the connection',
  'refuse-credentials': 'Refuse the credentials',
  'drop-before': 'Drop the connection before processing',
  throttle: 'Too many requests',
  html502: 'Answer a 502 page in HTML',
  garbage: 'Process the call, then answer unreadable text',
  'duplicate-webhook': 'Deliver a webhook twice',
  'reorder-webhook': 'Deliver webhooks out of order',
  down: 'Be down',
};

export function faultsPage(context: SandboxContext): Html {
  const rules = context.faults.rules();
  const hits = context.faults.hits();
  return html`<section class="card scroll">
      <h2>Rules</h2>
      ${
        rules.length === 0
          ? html`<p class="dim">No rules. Everything works.</p>`
          : html`<table>
              <thead>
                <tr>
                  <th>Where</th>
                  <th>Operation</th>
                  <th>What</th>
                  <th class="n">Share</th>
                  <th class="n">Hits</th>
                  <th class="n">Stops after</th>
                  <th></th>
                </tr>
              </thead>
              <tbody>
                ${rules.map(
                  (rule) =>
                    html`<tr>
                      <td>${nameOf(rule.target)}</td>
                      <td>${rule.operation ?? 'any'}</td>
                      <td>${kindTexts[rule.kind]}${rule.delayMs === undefined ? '' : html`, ${rule.delayMs} ms`}</td>
                      <td class="n">${Math.round(rule.rate * 100)} %</td>
                      <td class="n">${hits[rule.id] ?? 0}</td>
                      <td class="n">${rule.times ?? 'never'}</td>
                      <td>
                        <form method="post" action="/faults">
                          <input type="hidden" name="id" value="${rule.id}" /><button name="action" value="remove">
                            Remove
                          </button>
                        </form>
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }
      <form method="post" action="/faults">
        <button class="bad" name="action" value="clear">Remove all rules</button>
      </form>
    </section>
    <form class="card stack" method="post" action="/faults">
      <h2>Add a rule</h2>
      <label
        >Where<select name="target">
          ${faultTargets.map((target) => html`<option value="${target}">${targetNames[target]}</option>`)}
        </select></label
      >
      <label
        >What happens<select name="kind">
          ${faultKinds.map((kind) => html`<option value="${kind}">${kindTexts[kind]}</option>`)}
        </select></label
      >
      <label
        >Operation, empty for any<input name="operation" placeholder="book, cancel, track, label, fulfillmentCreate"
      /></label>
      <div class="row">
        <label>Share of calls, %<input type="number" name="rate" min="0" max="100" value="100" required /></label>
        <label>Stops after, hits<input type="number" name="times" min="1" /></label>
        <label>Delay, ms<input type="number" name="delayMs" min="0" /></label>
      </div>
      <button class="main">Add rule</button>
    </form>`;
}

function nameOf(target: string): string {
  const known = faultTargets.find((name) => name === target);
  return known ? targetNames[known] : target;
}
