import autocannon from 'autocannon';
import { apiBase } from '@courierdesk/contract/endpoint';
import { getAllOrders } from '@courierdesk/contract/shipments';

// A separate program, because the clients must not share a thread with the measurement. Each token is a client with one
// connection. Prints their results together.

/** A little less than the limit per user and second. */
const maxPerSecond = 95;

const [url = '', seconds = '10', ...tokens] = process.argv.slice(2);
const searches = ['', '?page=2', '?page=3', '?status=DELIVERED', '?status=INPROCESS', '?page=4', '?status=RTS'];

const results = await Promise.all(
  tokens.map((token) =>
    autocannon({
      url,
      connections: 1,
      duration: Number(seconds),
      connectionRate: maxPerSecond,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' },
      requests: searches.map((search) => ({ method: 'GET', path: `${apiBase}${getAllOrders.path}${search}` })),
    }),
  ),
);
const sum = (value: (result: autocannon.Result) => number): number =>
  results.reduce((total, result) => total + value(result), 0);

console.log(
  JSON.stringify({
    perSecond: sum((result) => result['2xx'] / result.duration),
    refused: sum((result) => result.non2xx + result.errors),
    p50: sum((result) => result.latency.p50) / results.length,
    p99: Math.max(...results.map((result) => result.latency.p99)),
  }),
);
