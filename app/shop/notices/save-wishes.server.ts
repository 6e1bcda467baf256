import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { allEvents } from './notice-wishes.ts'
import { deletePhone, savePhone, saveWishes } from './notices.store.server.ts'

const eventsSchema = z.array(z.enum(allEvents)).max(allEvents.length)
const timeSchema = z.literal('').or(z.iso.time({ precision: -1, error: 'A time such as 22:00' }))
const keySchema = z.base64url().min(16).max(100)
const phoneEndpointSchema = z.url('Not an address of a push service').max(1000)

const ofNotices = {
  method: 'POST',
  tag: 'Staff',
  access: 'see-orders',
  response: messageSchema,
} as const

const saveWishesEndpoint = endpoint({
  ...ofNotices,
  path: '/notices',
  summary: 'Choose what you hear of, and how',
  description:
    'By mail and on the phone. Between `quietFrom` and `quietUntil` (India time, both or neither) what is not for today waits. `forShop` is what the shop’s own address is mailed, for owners; 403 for others.',
  body: z
    .object({
      forShop: z.boolean().default(false),
      mail: eventsSchema,
      push: eventsSchema.default([]),
      quietFrom: timeSchema.default(''),
      quietUntil: timeSchema.default(''),
    })
    .refine(({ quietFrom, quietUntil }) => (quietFrom === '') === (quietUntil === ''), {
      path: ['quietUntil'],
      message: 'Say from when until when, or neither',
    }),
})

const addPhoneEndpoint = endpoint({
  ...ofNotices,
  path: '/notices/phone',
  summary: 'Be told on this phone',
  description:
    'Takes what the browser’s push service gave it. Of more than five phones the first is forgotten. 422 for an address of no known push service.',
  body: z.object({
    endpoint: phoneEndpointSchema,
    keys: z.object({ p256dh: keySchema, auth: keySchema }),
  }),
})

const forgetPhoneEndpoint = endpoint({
  ...ofNotices,
  path: '/notices/forget-phone',
  summary: 'Be told on this phone no more',
  description: 'Repeating it changes nothing.',
  body: z.object({ endpoint: phoneEndpointSchema }),
})

export type SaveWishes = typeof saveWishesEndpoint
export type AddPhone = typeof addPhoneEndpoint
export type ForgetPhone = typeof forgetPhoneEndpoint

export function serveNotices(api: Api, { db, clock, webPush }: AppContext) {
  api.serve(saveWishesEndpoint, async ({ body: { forShop, mail, push, ...quiet } }, { caller }) => {
    if (forShop) checkPermission(caller, 'edit-words')
    await saveWishes(db, forShop ? null : caller.id, {
      wishes: { mail, push: forShop ? [] : push },
      ...(forShop ? { quietFrom: '', quietUntil: '' } : quiet),
    })
    return { message: 'Saved.' }
  })

  api.serve(addPhoneEndpoint, async ({ body: { endpoint, keys } }, { caller }) => {
    if (!webPush.accepts(endpoint))
      throw fieldError('invalid', 'endpoint', 'This browser’s push service is not known to us.')
    const phone = { endpoint, ...keys, userId: caller.id, createdAt: clock.now() }
    await db.transaction((tx) => savePhone(tx, phone))
    return { message: 'You are told on this phone.' }
  })

  api.serve(forgetPhoneEndpoint, async ({ body: { endpoint } }, { caller }) => {
    await deletePhone(db, { endpoint, userId: caller.id })
    return { message: 'This phone stays silent.' }
  })
}
