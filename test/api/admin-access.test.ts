import { RouterContextProvider } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import routes from '#app/routes.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { goodScenarios } from '../scenarios/scenario-table.ts'
import { openWorld, strangers, type Who } from '../scenarios/scenario-world.ts'
import { send } from '../scenarios/send.ts'
import { tableContents } from '../support/table-contents.ts'
import { type OpenApi, operationsOf } from './open-api.ts'

const world = await openWorld()
const { shop, callers } = world
afterAll(() => shop.close())

/** What is not for the admin alone. Every other call must be: a new one is either guarded or written down here. */
const forAnyone = [
  'GET /cakes/allcakes',
  'GET /cakes/search',
  'GET /cakes/{id}',
  'GET /coupons/check',
  'GET /delivery/earliest',
  'GET /delivery/options',
  'POST /cakes/upload',
  'POST /cakes/design',
  'POST /users/new',
  'POST /users/login',
  'POST /users/login/code',
  'POST /users/login/passkey/begin',
  'POST /users/login/passkey',
  'GET /users/logout',
  'POST /users/logout',
  'POST /users/forgot-password',
  'POST /users/reset-password',
  'POST /account/email/confirm',
  'POST /staff/accept',
  'POST /staff/invitation',
  'POST /sandbox/payment_intents/{id}/confirm',
  'POST /contact',
  'POST /subscribe',
  'POST /confirm-subscription',
  'POST /unsubscribe',
  'POST /quotes/answer',
  'POST /payments/start',
  'POST /payments/confirm',
  'POST /payments/claim',
  'GET /orders/liveOrder',
  'POST /orders/hold',
  'POST /orders/whereTo',
  'POST /orders/mailLink',
  'POST /orders/report',
  'POST /orders/reportPhoto',
  'POST /orders/review',
  'POST /runs/move',
  'POST /runs/photo',
  'POST /auth/guest',
]
const forCustomers = [
  'POST /users/getnamebyemail',
  'POST /account/profile',
  'POST /account/password',
  'GET /account/addresses',
  'POST /account/addresses',
  'POST /account/addresses/change',
  'POST /account/addresses/delete',
  'POST /account/email',
  'POST /account/email/cancel',
  'POST /account/sessions/end',
  'POST /account/sessions/end-all',
  'GET /account/data',
  'POST /account/withdraw-consent',
  'POST /account/delete',
  'POST /account/authenticator/begin',
  'POST /account/authenticator/turn-on',
  'POST /account/authenticator/turn-off',
  'POST /account/authenticator/recovery-codes',
  'POST /account/password-again',
  'POST /account/passkeys/begin',
  'POST /account/passkeys/add',
  'POST /account/passkeys/remove',
  'POST /orders/keep',
]
/** What who orders may call, with an account or as a guest. */
const forGuests = [
  'POST /orders/viewOrders',
  'POST /orders/process-payment',
  'POST /orders/confirm-payment',
  'GET /orders/placed',
]
/** For whom orders, and for staff, by session; for others by the token of a link. */
const byLink = [
  'POST /orders/cancelOrders',
  'POST /orders/changeOrder',
  'POST /orders/answerQuote',
  'GET /orders/slots',
  'GET /orders/generatepdf',
  'GET /orders/photo',
]

const onlyAdmins = [403, 'Only an administrator can do this.'] as const
const customers: Who[] = ['asha', 'asha by cookie', 'ravi, who says he is the admin']

const operations = operationsOf((await shop.get<OpenApi>('/openapi.json')).body)
const good = await goodScenarios(world)
const open = new Set([...forAnyone, ...forCustomers, ...forGuests, ...byLink])
const adminCalls = [...operations.keys()].filter((call) => !open.has(call))

it('the lists name calls that there are', () => {
  expect([...open].filter((call) => !operations.has(call))).toEqual([])
  expect(adminCalls.length).toBeGreaterThan(10)
})

it.each([...forCustomers, ...forGuests, ...adminCalls])(
  '%s says that it asks who is there',
  (call) => {
    expect(operations.get(call)?.security).toEqual([{ cookie: [] }, { bearer: [] }])
  },
)

it.each(byLink)('%s says that a link is enough', (call) => {
  expect(operations.get(call)?.security).toEqual([{}, { cookie: [] }, { bearer: [] }])
})

it.each(forCustomers)('%s is not for a guest', async (call) => {
  const scenario = good.find((one) => one.call === call)
  if (!scenario) throw new Error(`${call} has no good scenario`)
  const before = await tableContents(shop.context.db)
  const response = await send(scenario, { api: shop.api, who: callers['a guest'] })
  expect(await response.json()).toMatchObject({ status: 401, detail: 'Please log in first.' })
  expect(await tableContents(shop.context.db)).toEqual(before)
})

describe.each(adminCalls)('%s', (call) => {
  const scenario = good.find((one) => one.call === call && one.who === 'admin')

  it.each([
    ['a guest' as const, 401, 'Please log in first.'] as const,
    ...customers.map((who) => [who, ...onlyAdmins] as const),
  ])('is not for %s', async (who, status, detail) => {
    if (!scenario) throw new Error(`${call} has no good scenario`)
    const before = await tableContents(shop.context.db)
    const response = await send(scenario, { api: shop.api, who: callers[who] })
    expect(await response.json()).toMatchObject({ status, detail } satisfies Partial<Problem>)
    expect(response.status).toBe(status)
    expect(await tableContents(shop.context.db)).toEqual(before)
  })
})

interface Page {
  loader(args: object): Promise<unknown>
}

/** Every page under /admin, wherever it stands in the table of routes. */
const pagesOfAdmin = routes
  .flatMap((route) => [route, ...(route.children ?? [])])
  .filter(({ path }) => path?.startsWith('admin'))

it('every page under the admin’s layout has an address under /admin', () => {
  const layout = routes.find(({ file }) => file.includes('admin-layout'))
  expect(pagesOfAdmin.map(({ path }) => path)).toEqual(layout?.children?.map(({ path }) => path))
  expect(pagesOfAdmin.length).toBeGreaterThan(5)
})

describe.each(pagesOfAdmin)('/$path', ({ file, path = '' }) => {
  it.each([...strangers, 'a guest' as const, ...customers])('is no page for %s', async (who) => {
    const { loader } = (await import(`../../app/${file}`)) as Page
    const context = new RouterContextProvider()
    context.set(appContext, shop.context)
    const request = new Request(`http://shop.test/${path}`, { headers: callers[who] })
    const params = { id: 'truffle', number: '1001' }
    const refused = loader({ request, url: new URL(request.url), context, params })
    // Who is logged in and may not see it finds no page; anybody else is led to the login.
    const answer = customers.includes(who) ? { init: { status: 404 } } : { status: 302 }
    await expect(refused).rejects.toMatchObject(answer)
  })
})
