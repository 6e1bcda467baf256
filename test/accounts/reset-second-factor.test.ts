import { afterEach, beforeEach, expect, it } from 'vitest'
import { passkeys, twoFactors } from '#shop/accounts/accounts.tables.server.ts'
import { listStaff } from '#shop/admin/users.store.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { appCode } from '../support/authenticator.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const password = 'asha-password'

let shop: TestShop
let owner: { email: string; token: string }
beforeEach(async () => {
  // Codes go by the machine's time.
  shop = await openTestShop({ openingTime: new Date() })
  owner = await shop.admin()
})
afterEach(() => shop.close())

/** Somebody of the staff with an authenticator app and a passkey; `token` is of another device. */
async function withFactors() {
  const { id, email, token } = await shop.staff('manager')
  const { body } = await shop.post<{ secret: string }>(
    '/account/authenticator/begin',
    { password },
    token,
  )
  const on = await shop.post<{ token: string }>(
    '/account/authenticator/turn-on',
    { code: appCode(body.secret) },
    token,
  )
  const key = { publicKey: 'key', credentialID: email, counter: 0, deviceType: 'singleDevice' }
  const passkey = { ...key, id: `passkey of ${email}`, userId: id, backedUp: false }
  await shop.context.db.insert(passkeys).values(passkey)
  return { id, email, token: on.body.token }
}

const reset = (id: string, token = owner.token) =>
  shop.post('/staff/reset-second-factor', { id }, token)

const callerOf = (token: string) =>
  shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` }))

const membersWithFactor = async () =>
  (await listStaff(shop.context.db)).filter(({ hasSecondFactor }) => hasSecondFactor)

it('an owner takes app and passkeys from a colleague, whose sessions end', async () => {
  const manager = await withFactors()
  expect(await membersWithFactor()).toMatchObject([{ id: manager.id }])
  expect(await shop.post('/users/login', { email: manager.email, password })).toMatchObject({
    body: { codeNeeded: true },
  })
  expect(await reset(manager.id)).toMatchObject({ status: 200 })
  expect(await callerOf(manager.token)).toBeNull()
  expect(await membersWithFactor()).toEqual([])
  expect(await shop.context.db.select().from(twoFactors)).toEqual([])
  expect(await shop.post('/users/login', { email: manager.email, password })).toMatchObject({
    status: 200,
    body: { isAdmin: true },
  })
})

it('it is in both logs, and the colleague is told by mail', async () => {
  const manager = await withFactors()
  await reset(manager.id)
  const [entry] = await listAuditLog(shop.context.db, { limit: 1 })
  expect(entry).toMatchObject({
    action: 'reset-second-factor',
    actorEmail: owner.email,
    subjectId: manager.id,
    before: { email: manager.email },
  })
  const { rows } = await shop.context.db.execute(
    `select actor_id, after from audit_log where action = 'second-factor-reset'`,
  )
  expect(rows).toEqual([{ actor_id: manager.id, after: { by: 'owner' } }])
  await shop.runJobs()
  const mail = [...shop.mails.values()].find(({ subject }) => subject.endsWith('was reset'))
  expect(mail).toMatchObject({ to: manager.email, subject: 'Two-step login was reset' })
})

it('it is not the way for one’s own, nor for anybody but an owner', async () => {
  const manager = await withFactors()
  const other = await shop.staff('owner')
  expect(await reset(other.id, other.token)).toMatchObject({ status: 409 })
  expect(await reset(other.id, manager.token)).toMatchObject({ status: 403 })
  const asha = await shop.customer('asha@example.in')
  expect(await reset((await callerOf(asha.token))?.id ?? '')).toMatchObject({ status: 404 })
  expect(await membersWithFactor()).toMatchObject([{ id: manager.id }])
})
