import { expect, test } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { collectSecurityEvents } from '../../../test/support/security-events.ts'
import type { Accounts } from './accounts.server.ts'
import {
  requireBuyer,
  requireBuyerOrNotFound,
  requireCustomer,
  requireStaff,
} from './require-customer.server.ts'

const customer: Caller = { id: 'asha', email: 'asha@example.in', role: 'customer' }
const guest: Caller = { id: 'guest', email: 'asha@example.in', role: 'customer', isGuest: true }

const { events, securityLog } = collectSecurityEvents()

function contextOf(caller: Caller | null): AppContext {
  const accounts = {
    callerOf: async () => (caller?.isGuest ? null : caller),
    buyerOf: async () => caller,
  } as Partial<Accounts> as Accounts
  const shop = { publicUrl: 'http://localhost:3000' } as ShopDetails
  return { accounts, securityLog, shop } as Partial<AppContext> as AppContext
}

// As for data alone, when somebody comes from another page.
const visit = {
  request: new Request('http://localhost:3000/shipping.data?from=cart&_routes=routes%2Fshipping'),
  url: new URL('http://localhost:3000/shipping?from=cart'),
}
const thrownBy = (guard: Promise<Caller>) =>
  guard.then(
    () => null,
    (thrown: unknown) => thrown,
  )

test('a customer is let in', async () => {
  expect(await requireCustomer(visit, contextOf(customer), 'login-first')).toEqual(customer)
  expect(await requireBuyerOrNotFound(visit, contextOf(customer))).toEqual(customer)
})

test('a guest is let in where things are ordered, and asked for an account elsewhere', async () => {
  expect(await requireBuyer(visit, contextOf(guest), 'login-first')).toEqual(guest)
  expect(await requireBuyerOrNotFound(visit, contextOf(guest))).toEqual(guest)
  const { headers } = (await thrownBy(requireCustomer(visit, contextOf(guest)))) as Response
  expect(headers.get('location')).toBe(
    '/login?next=%2Fshipping%3Ffrom%3Dcart&notice=account-needed',
  )
  // The guest goes on being one.
  expect(headers.getSetCookie()).toEqual([])
})

test('a visitor is sent to the login page and back, and stops looking logged in', async () => {
  const thrown = await thrownBy(requireCustomer(visit, contextOf(null), 'login-first'))
  const { status, headers } = thrown as Response
  expect(status).toBe(302)
  expect(headers.get('location')).toBe('/login?next=%2Fshipping%3Ffrom%3Dcart&notice=login-first')
  expect(headers.getSetCookie().map((cookie) => cookie.split('; ').slice(0, 2))).toEqual([
    ['user=', 'Max-Age=0'],
    ['isAdmin=', 'Max-Age=0'],
    ['role=', 'Max-Age=0'],
  ])
})

test('the notice is optional', async () => {
  const thrown = await thrownBy(requireCustomer(visit, contextOf(null)))
  expect((thrown as Response).headers.get('location')).toBe('/login?next=%2Fshipping%3Ffrom%3Dcart')
})

test('an attempt of a signed-in person is recorded, that of a stranger is not', async () => {
  events.length = 0
  await thrownBy(requireStaff(visit, contextOf(null), 'see-kitchen'))
  expect(events).toEqual([])
  await thrownBy(requireStaff(visit, contextOf(customer), 'see-kitchen'))
  expect(events).toEqual([{ kind: 'forbidden', userId: 'asha', details: { page: '/shipping' } }])
})
