import type { BodyInput } from '@courierdesk/contract/endpoint';
import {
  getShopLook,
  previewLabel,
  removeLogo,
  saveLabelSettings,
  saveLogo,
  saveTrackingPage,
  type ShopLook,
} from '@courierdesk/contract/shop-look';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const shopLookQuery = queryOptions({
  queryKey: ['shop-look'],
  queryFn: async ({ signal }) => (await call(getShopLook, { signal })).data,
});

export const changeLabelSettings = async (body: BodyInput<typeof saveLabelSettings>) =>
  remember(await call(saveLabelSettings, { body }));

export const changeTrackingPage = async (body: BodyInput<typeof saveTrackingPage>) =>
  remember(await call(saveTrackingPage, { body }));

/** Uploads a PNG or JPEG file. */
export async function uploadLogo(file: Blob): Promise<string> {
  const image = await inBase64(file);
  return (await remember(await call(saveLogo, { body: { image } }))).message;
}

export const deleteLogo = async (): Promise<string> => (await remember(await call(removeLogo, {}))).message;

/** Our label of a made-up parcel with these settings, as a PDF. */
export async function drawSampleLabel(body: BodyInput<typeof previewLabel>, signal: AbortSignal): Promise<Uint8Array> {
  const { pdf } = await call(previewLabel, { body, signal });
  return Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
}

/** A read that is still under way has the values from before, so it is given up. */
async function remember<Reply extends { data: ShopLook }>(reply: Reply): Promise<Reply> {
  await queryClient.cancelQueries({ queryKey: shopLookQuery.queryKey });
  queryClient.setQueryData(shopLookQuery.queryKey, reply.data);
  return reply;
}

function inBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error('This file can’t be read. Choose it again.')));
    reader.readAsDataURL(file);
  });
}

export const readShopLook = (): Promise<ShopLook> => queryClient.fetchQuery({ ...shopLookQuery, staleTime: 0 });
