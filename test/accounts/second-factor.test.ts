import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import type { signInByCodeEndpoint } from '#shop/accounts/second-factor/change-second-factor.server.ts'
import { appCode } from '../support/authenticator.ts'
import { createPasskeyDevice } from '../support/passkey-device.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const email = 'asha@example.in'
const password = 'asha-password'

let shop: TestShop
beforeEach(async () => {
  // Codes go by the machine's time.
  shop = await openTestShop({ openingTime: new Date() })
})
afterEach(() => shop.close())

interface SetUp {
  secret: string
  uri: string
  qr: { size: number; path: string }
  recoveryCodes: string[]
}
type SignedIn = z.output<typeof signInByCodeEndpoint.response>

/** Somebody of the staff with an authenticator app, turned on with the code of this half minute: logging in takes the next. */
async function withApp() {
  const { token } = await shop.staff('counter', email)
  const { body } = await shop.post<SetUp>('/account/authenticator/begin', { password }, token)
  // Of one moment: half a minute may end during a test.
  const at = Date.now()
  const usedCode = appCode(body.secret, { at })
  const nextCode = appCode(body.secret, { at, steps: 1 })
  const on = await shop.post<SignedIn>('/account/authenticator/turn-on', { code: usedCode }, token)
  expect(on.status).toBe(200)
  return { ...body, usedCode, nextCode, token: on.body.token, oldToken: token }
}

/** The right password, then a code. */
async function signIn(code: string, step?: string) {
  return post<SignedIn>('/users/login/code', { code }, step ?? (await passwordStep()))
}

async function passwordStep() {
  const { status, body, headers } = await shop.post<{ codeNeeded: true; token?: string }>(
    '/users/login',
    { email, password },
  )
  expect({ status, codeNeeded: body.codeNeeded, token: body.token }).toEqual({
    status: 200,
    codeNeeded: true,
    token: undefined,
  })
  const cookies = headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(/^code-step=.*HttpOnly/)
  return cookies[0]?.split(';')[0] ?? ''
}

async function post<Body>(path: string, body: unknown, cookie: string) {
  const response = await shop.api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Body & { detail: string } }
}

const isSignedIn = async (token: string) =>
  (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` }))) !== null

it('an app is set up with a QR code and ten recovery codes, and counts once its code was entered', async () => {
  const { token } = await shop.staff('counter', email)
  const { body } = await shop.post<SetUp>('/account/authenticator/begin', { password }, token)
  expect(body.uri).toBe(
    `otpauth://totp/Cakewala:asha%40example.in?secret=${body.secret}&issuer=Cakewala&digits=6&period=30`,
  )
  expect(new Set(body.recoveryCodes).size).toBe(10)
  // Read from paper, no character is taken for another.
  for (const code of body.recoveryCodes)
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  expect(body.qr.size).toBeGreaterThan(40)
  expect(body.qr.path).toMatch(/^M4 4h1v1h-1z/)
  expect(await shop.post('/users/login', { email, password })).toMatchObject({ status: 200 })
  expect((await shop.post<SignedIn>('/users/login', { email, password })).body.token).toBeTruthy()
})

it('logging in asks for a code of the app after the password', async () => {
  const { nextCode } = await withApp()
  const step = await passwordStep()
  expect(await signIn('000000', step)).toMatchObject({ status: 422 })
  const { status, body } = await signIn(nextCode, step)
  expect({ status, usedRecoveryCode: body.usedRecoveryCode }).toEqual({
    status: 200,
    usedRecoveryCode: false,
  })
  expect(await isSignedIn(body.token)).toBe(true)
})

it('a code works once, even in another sign-in that began before', async () => {
  const { usedCode, nextCode } = await withApp()
  expect(await signIn(usedCode)).toMatchObject({ status: 409 })
  const [first, second] = [await passwordStep(), await passwordStep()]
  const answers = await Promise.all([signIn(nextCode, first), signIn(nextCode, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await signIn(nextCode)).toMatchObject({ status: 409 })
})

it('a step ends after five wrong codes, an account rests after ten', async () => {
  const { nextCode, recoveryCodes } = await withApp()
  for (let round = 0; round < 2; round++) {
    const step = await passwordStep()
    for (let n = 0; n < 5; n++) expect((await signIn('000000', step)).status).toBe(422)
    expect((await signIn(nextCode, step)).status).toBe(round === 0 ? 409 : 429)
  }
  expect(await signIn(nextCode)).toMatchObject({ status: 429 })
  expect(await signIn(recoveryCodes[0] ?? '')).toMatchObject({ status: 429 })
})

it('a recovery code works once, in place of a code', async () => {
  const { recoveryCodes } = await withApp()
  const [code = '', other = ''] = recoveryCodes
  const { status, body } = await signIn(code)
  expect({ status, usedRecoveryCode: body.usedRecoveryCode }).toEqual({
    status: 200,
    usedRecoveryCode: true,
  })
  expect(await signIn(code)).toMatchObject({ status: 422 })
  expect(await signIn(other)).toMatchObject({ status: 200 })
})

it('a recovery code works once, however many sign-ins use it at the same time', async () => {
  const { recoveryCodes } = await withApp()
  for (const code of recoveryCodes.slice(0, 4)) {
    const steps = []
    for (let n = 0; n < 4; n++) steps.push(await passwordStep())
    const answers = await Promise.all(steps.map((step) => signIn(code, step)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  }
})

it('each of several recovery codes works at the same time, and none of them again', async () => {
  const codes = (await withApp()).recoveryCodes.slice(0, 3)
  const entries: [string, string][] = []
  for (const code of codes) entries.push([code, await passwordStep()])
  const answers = await Promise.all(entries.map(([code, step]) => signIn(code, step)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const code of codes) expect(await signIn(code)).toMatchObject({ status: 422 })
})

it('the second step needs the first', async () => {
  const { nextCode } = await withApp()
  const forged = 'code-step=better-auth.two_factor%3Dmade.up'
  expect(await signIn(nextCode, 'other=1')).toMatchObject({ status: 409 })
  expect(await signIn(nextCode, forged)).toMatchObject({ status: 409 })
  const step = await passwordStep()
  expect(await signIn(nextCode, step)).toMatchObject({ status: 200 })
  expect(await signIn(nextCode, step)).toMatchObject({ status: 409 })
})

it('turning it on or off changes the token of the session, and needs the password', async () => {
  const { token, oldToken } = await withApp()
  expect(await isSignedIn(oldToken)).toBe(false)
  const turnOff = '/account/authenticator/turn-off'
  expect(await shop.post(turnOff, { password: 'guess' }, token)).toMatchObject({
    status: 422,
    body: { errors: { password: 'The password is not right.' } },
  })
  const off = await shop.post<SignedIn>(turnOff, { password }, token)
  expect(off.status).toBe(200)
  expect(await isSignedIn(token)).toBe(false)
  expect(await isSignedIn(off.body.token)).toBe(true)
  expect((await shop.post<SignedIn>('/users/login', { email, password })).body.token).toBeTruthy()
})

it('turning it on or off ends every other session, which began without a code', async () => {
  const { token } = await shop.staff('counter', email)
  const thief = (await shop.post<SignedIn>('/users/login', { email, password })).body.token
  const { body } = await shop.post<SetUp>('/account/authenticator/begin', { password }, token)
  const code = appCode(body.secret)
  const on = await shop.post<SignedIn>('/account/authenticator/turn-on', { code }, token)
  expect(await isSignedIn(thief)).toBe(false)

  const laptop = (await signIn(body.recoveryCodes[0] ?? '')).body.token
  const turnOff = '/account/authenticator/turn-off'
  expect((await shop.post(turnOff, { password }, on.body.token)).status).toBe(200)
  expect(await isSignedIn(laptop)).toBe(false)
})

it('a session that took no second step changes nothing of it', async () => {
  const { token } = await withApp()
  await shop.context.db.update(sessions).set({ tookSecondStep: false })
  for (const [path, body] of [
    ['turn-off', { password }],
    ['recovery-codes', { password }],
    ['begin', { password }],
  ] as const) {
    const refused = await shop.post(`/account/authenticator/${path}`, body, token)
    expect([path, refused.status]).toEqual([path, 403])
  }
  expect((await shop.post('/account/passkeys/begin', {}, token)).status).toBe(403)
})

describe('a customer', () => {
  const sentence = 'Two-step login and passkeys are only for the people who work in the shop.'

  it('adds neither an app nor a passkey', async () => {
    const { token } = await shop.customer(email)
    for (const [path, body] of [
      ['authenticator/begin', { password }],
      ['authenticator/turn-on', { code: '123456' }],
      ['authenticator/recovery-codes', { password }],
      ['passkeys/begin', {}],
      ['passkeys/add', createPasskeyDevice().create({ challenge: 'any' })],
    ] as const) {
      const refused = await shop.post(`/account/${path}`, body, token)
      expect([path, refused]).toMatchObject([path, { status: 403, body: { detail: sentence } }])
    }
  })

  it('does not turn on what was set up before', async () => {
    const { token } = await shop.staff('counter', email)
    const { body } = await shop.post<SetUp>('/account/authenticator/begin', { password }, token)
    await shop.context.db.update(users).set({ role: 'customer' })
    const on = await shop.post(
      '/account/authenticator/turn-on',
      { code: appCode(body.secret) },
      token,
    )
    expect(on).toMatchObject({ status: 403, body: { detail: sentence } })
  })

  it('who has an app from before logs in with it, and only turns it off', async () => {
    const { recoveryCodes, nextCode } = await withApp()
    await shop.context.db.update(users).set({ role: 'customer' })
    expect(await signIn(recoveryCodes[0] ?? '')).toMatchObject({ status: 200 })
    const { status, body } = await signIn(nextCode)
    expect(status).toBe(200)
    const post = (call: string) =>
      shop.post(`/account/authenticator/${call}`, { password }, body.token)
    expect(await post('recovery-codes')).toMatchObject({ status: 403, body: { detail: sentence } })
    expect(await post('turn-off')).toMatchObject({ status: 200 })
    expect((await shop.post<SignedIn>('/users/login', { email, password })).body.token).toBeTruthy()
  })
})

it('new recovery codes replace the others, and end all other sessions', async () => {
  const { token, recoveryCodes } = await withApp()
  const other = await signIn(recoveryCodes[1] ?? '')
  const path = '/account/authenticator/recovery-codes'
  expect(await shop.post(path, { password: 'guess' }, token)).toMatchObject({ status: 422 })
  const { body } = await shop.post<Pick<SetUp, 'recoveryCodes'>>(path, { password }, token)
  expect(body.recoveryCodes).toHaveLength(10)
  expect((await shop.post('/orders/viewOrders', { email }, other.body.token)).status).toBe(401)
  expect((await shop.post('/orders/viewOrders', { email }, token)).status).toBe(200)
  expect(await signIn(recoveryCodes[0] ?? '')).toMatchObject({ status: 422 })
  expect(await signIn(body.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 })
})

it('an app that is on cannot be replaced by one who knows the password', async () => {
  const { token } = await withApp()
  const again = await shop.post('/account/authenticator/begin', { password }, token)
  expect(again.status).toBe(409)
})

it('secrets and recovery codes are stored encrypted', async () => {
  const { secret, recoveryCodes } = await withApp()
  const { rows } = await shop.context.db.execute('select * from two_factors')
  const stored = JSON.stringify(rows)
  for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
})

it('its owner is told by mail, and the security log knows', async () => {
  const { token, recoveryCodes } = await withApp()
  await signIn('000000')
  await signIn(recoveryCodes[0] ?? '')
  await shop.post('/account/authenticator/recovery-codes', { password }, token)
  await shop.post('/account/authenticator/turn-off', { password }, token)
  await shop.runJobs()
  const told = [...shop.mails.values()].filter(({ to }) => to === email)
  expect(told.map(({ subject }) => subject).sort()).toEqual([
    'A recovery code was used',
    'Two-step login was turned off',
    'Two-step login was turned on',
    'Your recovery codes were replaced',
  ])
  const { rows } = await shop.context.db.execute(
    "select action as kind from audit_log where kind = 'security'",
  )
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'second-factor-on',
      'second-factor-failed',
      'recovery-code-used',
      'recovery-codes-replaced',
      'second-factor-off',
    ]),
  )
})

it('a session that ends in the middle of a call is over, and no bug', async () => {
  const { token } = await shop.customer(email, { isConfirmed: false })
  const headers = new Headers({ authorization: `Bearer ${token}` })
  await shop.get('/users/logout', token)
  const { secondFactor, passkeys } = shop.context.accounts
  for (const call of [
    () => passkeys.beginAdding(headers),
    () => secondFactor.begin(headers, password),
    () => secondFactor.turnOff(headers, password),
    () => secondFactor.replaceRecoveryCodes(headers, password),
  ]) {
    await expect(call()).rejects.toMatchObject({ name: 'AppError', code: 'not_signed_in' })
  }
})
