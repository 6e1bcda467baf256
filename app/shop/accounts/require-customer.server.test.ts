import { expect, test } from 'vitest'
import type { Caller } from '#platform/http/endpoint.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Accounts } from './accounts.server.ts'
import {
  requireAdmin,
  requireCustomer,
  requireCustomerOrNotFound,
} from './require-customer.server.ts'

const customer: Caller = { id: 'asha', email: 'asha@example.in', isAdmin: false }
const admin: Caller = { id: 'boss', email: 'admin@cakewala.test', isAdmin: true }

function contextOf(caller: Caller | null) {
  const accounts = { callerOf: async () => caller } as Partial<Accounts> as Accounts
  return { accounts, shop: { publicUrl: 'http://localhost:3000' } as ShopDetails }
}

const request = new Request('http://localhost:3000/shipping?from=cart')
const thrownBy = (guard: Promise<Caller>) =>
  guard.then(
    () => null,
    (thrown: unknown) => thrown,
  )

test('a customer is let in', async () => {
  expect(await requireCustomer(request, contextOf(customer), 'login-first')).toEqual(customer)
  expect(await requireCustomerOrNotFound(request, contextOf(customer))).toEqual(customer)
})

test('a visitor is sent to the login page and back, and stops looking signed in', async () => {
  const thrown = await thrownBy(requireCustomer(request, contextOf(null), 'login-first'))
  const { status, headers } = thrown as Response
  expect(status).toBe(302)
  expect(headers.get('location')).toBe('/login?next=%2Fshipping%3Ffrom%3Dcart&notice=login-first')
  expect(headers.getSetCookie().map((cookie) => cookie.split('; ').slice(0, 2))).toEqual([
    ['user=', 'Max-Age=0'],
    ['isAdmin=', 'Max-Age=0'],
  ])
})

test('the notice is optional', async () => {
  const thrown = await thrownBy(requireCustomer(request, contextOf(null)))
  expect((thrown as Response).headers.get('location')).toBe('/login?next=%2Fshipping%3Ffrom%3Dcart')
})

test('an admin is let in', async () => {
  expect(await requireAdmin(request, contextOf(admin))).toEqual(admin)
})

test.each([
  ['a customer at an admin page', () => requireAdmin(request, contextOf(customer))],
  ['a visitor at an admin page', () => requireAdmin(request, contextOf(null))],
  ['a visitor at a hidden page', () => requireCustomerOrNotFound(request, contextOf(null))],
])('%s finds no such page', async (_, guard) => {
  expect(await thrownBy(guard())).toMatchObject({ init: { status: 404 } })
})
