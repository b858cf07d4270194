import type { Consignment, Courier, Path, Stage } from './consignment.ts';
import { leopardLifeCycle } from './leopard-life-cycle.ts';
import { mnpLifeCycle } from './mnp-life-cycle.ts';
import { postexLifeCycle } from './postex-life-cycle.ts';
import { stableHash } from '../../core/stable-hash.ts';
import type { LifeCycle, Step } from './life-cycle.ts';
import { tcsLifeCycle } from './tcs-life-cycle.ts';

const lifeCycles: Record<Courier, LifeCycle> = {
  LEOPARD: leopardLifeCycle,
  MNP: mnpLifeCycle,
  POSTEX: postexLifeCycle,
  TCS: tcsLifeCycle,
};

export const lifeCycleOf = (courier: Courier): LifeCycle => lifeCycles[courier];

/** Paths share step objects where they agree, so their starts can be compared by identity. */
export function routeOf(courier: Courier, path: Path): Step[] {
  return routes[courier][path];
}

/** The tracking number decides: 70 % are delivered, 12 % on a second attempt, 18 % are returned. */
export function pathFor(trackingNumber: string): Path {
  const roll = stableHash(trackingNumber) % 100;
  if (roll < 70) return 'delivered';
  return roll < 82 ? 'reattempted' : 'returned';
}

export const isFinal = (stage: Stage): boolean =>
  stage === 'delivered' || stage === 'returned' || stage === 'cancelled';

type Journey = {
  path: Path;
  state: number;
  steps: Step[];
};

/** The scans that bring a parcel to a status (the courier's word) or a stage (ours); undefined when neither exists. */
export function journeyTo(parcel: Consignment, to: string): Journey | undefined {
  const cycle = lifeCycleOf(parcel.courier);
  const offRoute = [cycle.cancelled, cycle.cancelledByCourier, ...cycle.others];
  if (to === 'cancelled') return offRouteStep(parcel, cycle.cancelled);
  if (to === 'cancelled_by_courier') return offRouteStep(parcel, cycle.cancelledByCourier);
  const paths = [parcel.path, ...allPaths.filter((path) => path !== parcel.path)];
  for (const path of paths) {
    const ahead = journeyOnPath(parcel, path, to);
    if (ahead) return ahead;
  }
  const named = offRoute.find((step) => isNamed(step, to));
  if (named) return offRouteStep(parcel, named);
  if (parcel.stage === to) return undefined;
  for (const path of paths) {
    const route = routeOf(parcel.courier, path);
    const state = targetIndex(route, 0, to);
    const step = route[state];
    if (step) return { path, state, steps: [step] };
  }
  return undefined;
}

const allPaths: Path[] = ['delivered', 'reattempted', 'returned'];

function journeyOnPath(parcel: Consignment, path: Path, to: string): Journey | undefined {
  if (parcel.cancelled) return undefined;
  const current = routeOf(parcel.courier, parcel.path);
  const route = routeOf(parcel.courier, path);
  const agrees = route.slice(0, parcel.state + 1).every((step, index) => step === current[index]);
  const state = targetIndex(route, parcel.state + 1, to);
  if (!agrees || state < 0) return undefined;
  return { path, state, steps: route.slice(parcel.state + 1, state + 1) };
}

const offRouteStep = (parcel: Consignment, step: Step): Journey => ({
  path: parcel.path,
  state: parcel.state,
  steps: [step],
});

function targetIndex(route: Step[], from: number, to: string): number {
  if (to === 'picked') return route.findIndex((step, index) => index >= from && step.stage === 'in_transit');
  if (to === 'in_transit') {
    const door = route.findIndex((step) => step.stage === 'out_for_delivery');
    return route.findLastIndex((step, index) => index >= from && index < door && step.stage === 'in_transit');
  }
  return route.findIndex((step, index) => index >= from && (step.stage === to || isNamed(step, to)));
}

function isNamed(step: Step, name: string): boolean {
  const wanted = plain(name);
  return plain(step.status) === wanted || plain(step.message ?? '') === wanted || plain(step.code ?? '') === wanted;
}

const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

const routes: Record<Courier, Record<Path, Step[]>> = {
  LEOPARD: routesOf(leopardLifeCycle),
  MNP: routesOf(mnpLifeCycle),
  POSTEX: routesOf(postexLifeCycle),
  TCS: routesOf(tcsLifeCycle),
};

function routesOf(cycle: LifeCycle): Record<Path, Step[]> {
  const outward = [cycle.booked, ...cycle.forward];
  return {
    delivered: [...outward, cycle.delivered],
    reattempted: [...outward, ...cycle.attempted, ...cycle.reattempt, cycle.delivered],
    returned: [...outward, ...cycle.attempted, ...cycle.returnSteps],
  };
}
