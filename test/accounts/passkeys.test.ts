import { afterEach, beforeEach, expect, it } from 'vitest'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { forgetPerson } from '#shop/privacy/personal-rows.store.server.ts'
import { createPasskeyDevice } from '../support/passkey-device.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

type Device = ReturnType<typeof createPasskeyDevice>

const email = 'asha@example.in'

let shop: TestShop
let token: string
beforeEach(async () => {
  // Sessions of better-auth go by the machine's time.
  shop = await openTestShop({ openingTime: new Date() })
  token = (await shop.staff('counter', email)).token
})
afterEach(() => shop.close())

async function post(path: string, body: unknown, headers: Record<string, string>) {
  const response = await shop.api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function begin(path: string, signedIn?: string) {
  const { body, headers } = await shop.post<{
    options: { challenge: string; userVerification?: string }
  }>(path, {}, signedIn)
  return { ...body.options, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const bearer = () => ({ authorization: `Bearer ${token}` })

async function add(device: Device) {
  const options = await begin('/account/passkeys/begin', token)
  const answer = device.create(options)
  return post('/account/passkeys/add', answer, { ...bearer(), cookie: options.cookie })
}

async function signIn(device: Device, change = {}) {
  const options = await begin('/users/login/passkey/begin')
  expect(options.userVerification).toBe('required')
  const answer = { ...device.get(options), ...change }
  return {
    options,
    answer,
    ...(await post('/users/login/passkey', answer, { cookie: options.cookie })),
  }
}

it('a passkey logs in without a password', async () => {
  const phone = createPasskeyDevice()
  expect(await add(phone)).toMatchObject({ status: 200 })
  const { status, body } = await signIn(phone)
  expect({ status, isAdmin: body.isAdmin }).toEqual({ status: 200, isAdmin: true })
  const headers = new Headers({ authorization: `Bearer ${body.token}` })
  expect(await shop.context.accounts.callerOf(headers)).toMatchObject({ email })
})

it('a customer who has one from before logs in with it, adds no other, and removes it', async () => {
  const phone = createPasskeyDevice()
  await add(phone)
  await shop.context.db.update(users).set({ role: 'customer' })
  const { status, body } = await signIn(phone)
  expect({ status, isAdmin: body.isAdmin }).toEqual({ status: 200, isAdmin: false })
  token = body.token
  expect(await add(createPasskeyDevice())).toMatchObject({ status: 403 })
  const { rows } = await shop.context.db.execute('select id from passkeys')
  expect(rows).toHaveLength(1)
  const removed = await shop.post('/account/passkeys/remove', { id: rows[0]?.id }, token)
  expect(removed.status).toBe(200)
  expect(await signIn(phone)).toMatchObject({ status: 409 })
})

it('a new passkey, and a removed one, end every other session', async () => {
  const isSignedIn = async (other: string) =>
    (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${other}` }))) !==
    null
  const login = async () => (await shop.context.accounts.signIn(email, 'asha-password')).token
  const thief = await login()
  const phone = createPasskeyDevice()
  await add(phone)
  expect([await isSignedIn(thief), await isSignedIn(token)]).toEqual([false, true])

  const tablet = await login()
  const { rows } = await shop.context.db.execute('select id from passkeys')
  await shop.post('/account/passkeys/remove', { id: rows[0]?.id }, token)
  expect([await isSignedIn(tablet), await isSignedIn(token)]).toEqual([false, true])
})

it('an answer is taken once', async () => {
  const phone = createPasskeyDevice()
  await add(phone)
  const { options, answer } = await signIn(phone)
  expect(await post('/users/login/passkey', answer, { cookie: options.cookie })).toMatchObject({
    status: 409,
  })
})

it('a device that asks for no finger or PIN is refused', async () => {
  expect(await add(createPasskeyDevice({ verified: false }))).toMatchObject({ status: 409 })
})

it('passkeys of other sites, and unknown ones, are refused', async () => {
  expect(await add(createPasskeyDevice({ origin: 'https://evil.example' }))).toMatchObject({
    status: 409,
  })
  expect(await signIn(createPasskeyDevice())).toMatchObject({ status: 409 })
})

it('another device cannot answer for a passkey', async () => {
  const phone = createPasskeyDevice()
  await add(phone)
  const { id, rawId } = phone.get({ challenge: '' })
  expect(await signIn(createPasskeyDevice(), { id, rawId })).toMatchObject({ status: 409 })
})

it('a removed passkey logs in no longer', async () => {
  const phone = createPasskeyDevice()
  await add(phone)
  const { rows } = await shop.context.db.execute('select id from passkeys')
  expect(rows).toHaveLength(1)
  const id = String(rows[0]?.id)
  const ravi = await shop.customer('ravi@example.in')
  expect(await shop.post('/account/passkeys/remove', { id }, ravi.token)).toMatchObject({
    status: 404,
  })
  expect(await shop.post('/account/passkeys/remove', { id }, token)).toMatchObject({ status: 200 })
  expect(await signIn(phone)).toMatchObject({ status: 409 })
})

it('the passkey of a deleted account logs in nobody', async () => {
  const phone = createPasskeyDevice()
  await add(phone)
  const { db } = shop.context
  const person = await personByEmail(db, email)
  await db.transaction(async (tx) => person && forgetPerson(tx, person))
  expect(await signIn(phone)).toMatchObject({ status: 409 })
})

it('a passkey is all that staff need where two steps are required, and the password is not', async () => {
  await shop.close()
  shop = await openTestShop({ openingTime: new Date(), requireSecondFactor: true })
  const { email, token: firstSession } = await shop.staff('manager')
  token = firstSession
  const roleNow = async () => (await shop.context.accounts.callerOf(new Headers(bearer())))?.role
  const phone = createPasskeyDevice()
  expect(await roleNow()).toBe('customer')
  expect(await add(phone)).toMatchObject({ status: 200 })
  expect(await roleNow()).toBe('manager')

  // A thief of the password adds no factor of his own, and takes none away.
  const password = 'asha-password'
  const thief = await shop.context.accounts.signIn(email, password)
  token = thief.token
  expect(await roleNow()).toBe('customer')
  const passkeyId = (await shop.context.db.execute('select id from passkeys')).rows[0]?.id
  const tries: [string, object][] = [
    ['/account/authenticator/begin', { password }],
    ['/account/authenticator/turn-on', { code: '123456' }],
    ['/account/passkeys/begin', {}],
    ['/account/passkeys/add', phone.create({ challenge: 'made up' })],
    ['/account/passkeys/remove', { id: passkeyId }],
  ]
  for (const [path, body] of tries) {
    expect([path, await shop.post(path, body, token)]).toMatchObject([
      path,
      { status: 403, body: { detail: 'Please log in with your passkey first.' } },
    ])
  }

  token = (await signIn(phone)).body.token
  expect(await roleNow()).toBe('manager')
  const removed = await shop.post('/account/passkeys/remove', { id: passkeyId }, token)
  expect(removed).toMatchObject({ status: 200 })
  expect(await roleNow()).toBe('customer')
  expect(await add(createPasskeyDevice())).toMatchObject({ status: 200 })
  expect(await roleNow()).toBe('manager')
})
