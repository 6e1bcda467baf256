import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { allPermissions, type Permission } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { sessionRules } from '#shop/accounts/sessions.server.ts'
import { appCode } from '../support/authenticator.ts'
import { statementsOf } from '../support/count-statements.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const password = 'admin-password'

let shop: TestShop
const open = async (requireSecondFactor = false) => {
  shop = await openTestShop({ openingTime: new Date(), sessionRules, requireSecondFactor })
}
beforeEach(() => open())
afterEach(() => shop.close())

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const callerOf = (token: string) => shop.context.accounts.callerOf(bearer(token))

/** The page of staff at an address; where it leads, or its status. */
async function page(token: string, permission: Permission = 'read-mails') {
  const request = new Request('http://shop.test/admin/outbox/1?x=2', { headers: bearer(token) })
  try {
    const visit = { request, url: new URL(request.url) }
    return await requireStaff(visit, shop.context, permission)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location')
    return (thrown as { init: { status: number } }).init.status
  }
}

it('a staff session ends after 30 idle minutes, a customer’s does not', async () => {
  const admin = await shop.admin()
  const asha = await shop.customer()
  for (let n = 0; n < 3; n++) {
    shop.wait(29 * minuteMs)
    expect(await callerOf(admin.token)).not.toBeNull()
  }
  shop.wait(30 * minuteMs)
  expect(await callerOf(admin.token)).toBeNull()
  expect(await callerOf(asha.token)).not.toBeNull()
})

it('a staff session ends after 12 hours, however busy', async () => {
  const { token } = await shop.admin()
  for (let n = 0; n < 12 * 3 - 1; n++) {
    shop.wait(20 * minuteMs)
    expect(await callerOf(token)).not.toBeNull()
  }
  shop.wait(20 * minuteMs)
  expect(await callerOf(token)).toBeNull()
})

it('the last use is written once a minute', async () => {
  const { token } = await shop.admin()
  const count = async () => (await statementsOf(() => callerOf(token))).length
  expect(await count()).toBe(1)
  shop.wait(minuteMs)
  expect([await count(), await count()]).toEqual([2, 1])
})

it.each([
  ['GET', '/users/export'],
  ['GET', '/orders/export'],
  ['POST', '/orders/refund'],
] as const)('%s %s asks for the password again after 15 minutes', async (method, path) => {
  const { token } = await shop.admin()
  const body = method === 'POST' ? '{}' : undefined
  const call = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await shop.api.request(path, { method, body, headers })).status
  }
  const problem = { type: 'password-needed', detail: 'Please enter your password again.' }
  shop.wait(15 * minuteMs)
  expect(await call()).not.toBe(403)
  shop.wait(1)
  expect(await call()).toBe(403)
  const again = '/account/password-again'
  expect(await shop.post(again, { password: 'guess' }, token)).toMatchObject({ status: 422 })
  expect(await call()).toBe(403)
  if (method === 'GET') expect((await shop.get(path, token)).body).toMatchObject(problem)
  expect(await shop.post(again, { password }, token)).toMatchObject({ status: 200 })
  expect(await call()).not.toBe(403)
})

it('guesses at the password are limited', async () => {
  await shop.close()
  const limits = { writesPerMinute: 1000, attempts: 3, attemptsByMany: 1000 }
  shop = await openTestShop({ openingTime: new Date(), limits })
  const { token } = await shop.customer()
  const guess = async () =>
    (await shop.post('/account/password-again', { password: 'guess' }, token)).status
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([422, 422, 422, 429])
})

it('where it is required, staff are customers until they have set up an app', async () => {
  await shop.close()
  await open(true)
  const { token } = await shop.admin()
  expect(await callerOf(token)).toMatchObject({ role: 'customer', needsSecondFactor: true })
  expect(await page(token)).toBe('/account#authenticator')
  expect(await shop.get('/users/allusers', token)).toMatchObject({
    status: 403,
    body: {
      detail:
        'Please set up two-step login on the page of your account, or log in with your passkey.',
    },
  })
  const begun = await shop.post<{ secret: string }>(
    '/account/authenticator/begin',
    { password },
    token,
  )
  const on = await shop.post<{ token: string; isAdmin: boolean }>(
    '/account/authenticator/turn-on',
    { code: appCode(begun.body.secret) },
    token,
  )
  expect(on.body.isAdmin).toBe(true)
  expect(await page(on.body.token)).toMatchObject({ role: 'owner' })
  expect(await shop.get('/users/allusers', on.body.token)).toMatchObject({ status: 200 })
  // Turned off again, nothing of the panel is left.
  const off = await shop.post<{ token: string }>(
    '/account/authenticator/turn-off',
    { password },
    on.body.token,
  )
  expect(await page(off.body.token)).toBe('/account#authenticator')
})

it('where it is required, nothing but the set-up opens until it is set up', async () => {
  await shop.close()
  await open(true)
  const { token } = await shop.admin()
  const lines = (await readFile('docs/roles.md', 'utf8')).replaceAll('\n  ', ' ')
  const rows = [...lines.matchAll(/^- [a-z, ]+: (`.+`)$/gm)].flatMap(([, names = '']) => [
    ...names.matchAll(/`(GET|POST) ([^`]+)`/g),
  ])
  let count = 0
  for (const [, method, path = ''] of rows) {
    // An upload is refused by its type first.
    if (method === 'POST' && ['/cakes/import', '/money/statement', '/orders/photo'].includes(path))
      continue
    const answer = method === 'GET' ? shop.get(path, token) : shop.post(path, {}, token)
    expect([path, (await answer).status]).toEqual([path, 403])
    count++
  }
  expect(count).toBeGreaterThan(20)
  for (const permission of allPermissions) {
    expect(await page(token, permission)).toBe('/account#authenticator')
  }
  // Another sign-in opens no more than the first.
  const again = await shop.context.accounts.signIn('admin@cakewala.test', password)
  expect(await page(again.token)).toBe('/account#authenticator')
})
