import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person, StoredShop } from '../platform/shop.ts';

/** Who uses the store admin in this browser; chosen on the Apps page of the store admin. */
export function signedInPerson(request: FastifyRequest, shop: StoredShop): Person | undefined {
  const wanted = new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return [name, value] as const;
    }),
  ).get(cookieName(shop));
  return shop.people.find((person) => String(person.id) === wanted);
}

export function signIn(reply: FastifyReply, shop: StoredShop, person: Person): void {
  reply.header('set-cookie', `${cookieName(shop)}=${person.id}; Path=/shopify/; HttpOnly; SameSite=Lax`);
}

function cookieName(shop: StoredShop): string {
  return `sandbox_person_${shop.id}`;
}
