import type { Company } from '@courierdesk/contract/companies';
import type { Courier } from '../adapters/couriers/courier.ts';
import { createLeopard } from '../adapters/couriers/leopard/adapter.ts';
import { createMnp } from '../adapters/couriers/mnp/adapter.ts';
import { createPostex } from '../adapters/couriers/postex/adapter.ts';
import { createTcs } from '../adapters/couriers/tcs/adapter.ts';

/** Base addresses of the couriers' servers; the sandbox's in the demo. */
type CourierUrls = {
  readonly leopard: string;
  readonly mnp: string;
  readonly mnpTracking: string;
  readonly postex: string;
  readonly tcs: string;
};

export function createCouriers(urls: CourierUrls): Record<Company, Courier> {
  return {
    LEOPARD: createLeopard({ baseUrl: base(urls.leopard) }),
    MNP: createMnp({ baseUrl: base(urls.mnp), trackingUrl: base(urls.mnpTracking) }),
    POSTEX: createPostex({ baseUrl: base(urls.postex) }),
    TCS: createTcs({ baseUrl: base(urls.tcs) }),
  };
}

const base = (url: string) => url.replace(/(?<!\/)\/+$/, '');
