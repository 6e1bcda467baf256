import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { operate } from '../faults/operator-commands.ts'
import { appCode } from '../support/authenticator.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNot,
  whyNotOnServer,
} from './server-process.ts'
import { ask } from './shop-client.ts'

const email = 'asha@example.in'
const password = 'asha-password'
const done = {
  code: 0,
  output: expect.stringContaining(`${email} logs in with the password alone`),
}

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const reset = (settings: Settings, ...args: string[]) =>
  operate(settings, 'reset-second-factor', ...args)

/** Asha owns the shop, so her email is confirmed. */
const start = async (settings: Settings) =>
  startServer({
    PORT: await freePort(),
    SEED: 'none',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    ...settings,
  })

/** Turns an authenticator app on for a session; the token with which it goes on. */
async function turnOnApp(url: string, token?: string): Promise<string> {
  const begun = await ask<{ secret: string }>(url, '/account/authenticator/begin', {
    token,
    body: { password },
  })
  const code = appCode(begun.body.secret)
  const on = await ask<{ token: string }>(url, '/account/authenticator/turn-on', {
    token,
    body: { code },
  })
  expect(on.status).toBe(200)
  return on.body.token
}

/** What a sign-in with the password alone gives. */
async function signIn(url: string) {
  const { body } = await ask<{ token?: string; codeNeeded?: true }>(url, '/users/login', {
    body: { email, password },
  })
  return body
}

const isSignedIn = async (url: string, token: string) =>
  (await ask(url, '/orders/viewOrders', { token, body: { email } })).status === 200

describe.skipIf(whyNot)(whyNot ?? 'npm run factor:reset on the embedded database', () => {
  it('resets an account while the shop runs, and while it is stopped', async () => {
    const settings = { DATA_DIR: join(data.folder, 'embedded') }
    expect(await reset(settings, email)).toEqual({
      code: 1,
      output: expect.stringContaining('There is no shop in the data folder'),
    })

    const shop = await start(settings)
    const session = await turnOnApp(shop.url, (await signIn(shop.url)).token)
    expect(await signIn(shop.url)).toMatchObject({ codeNeeded: true })
    expect(await reset(settings, 'nobody@example.in')).toEqual({
      code: 1,
      output: expect.stringContaining('No account has this email.'),
    })
    expect(await reset(settings)).toEqual({
      code: 1,
      output: expect.stringContaining('npm run factor:reset -- <email>'),
    })
    expect(await isSignedIn(shop.url, session)).toBe(true)
    expect(await reset(settings, 'Asha@example.in')).toEqual(done)
    expect(await isSignedIn(shop.url, session)).toBe(false)

    const { token = '' } = await signIn(shop.url)
    const again = await turnOnApp(shop.url, token)
    expect(await shop.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await reset(settings, email)).toEqual(done)
    const reopened = await start(settings)
    expect(await isSignedIn(reopened.url, again)).toBe(false)
    expect(await signIn(reopened.url)).toMatchObject({ token: expect.any(String) })
  })
})

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'npm run factor:reset on a server', () => {
  it('resets an account, also from a machine without the shop’s data folder', async () => {
    const DATABASE_URL = await newDatabase()
    const shop = await start({ DATABASE_URL, DATA_DIR: join(data.folder, 'shop') })
    const session = await turnOnApp(shop.url, (await signIn(shop.url)).token)
    const elsewhere = { DATABASE_URL, DATA_DIR: join(data.folder, 'elsewhere') }
    expect(await reset(elsewhere, 'nobody@example.in')).toMatchObject({ code: 1 })
    expect(await reset(elsewhere, email)).toEqual(done)
    expect(await isSignedIn(shop.url, session)).toBe(false)
    expect(await signIn(shop.url)).toMatchObject({ token: expect.any(String) })
  })
})
