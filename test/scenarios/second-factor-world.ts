import { eq } from 'drizzle-orm'
import { passkeys, sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import { appCode } from '../support/authenticator.ts'
import { createPasskeyDevice } from '../support/passkey-device.ts'
import type { TestShop } from '../support/test-shop.ts'

const password = 'asha-password'
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** People in the middle of what has two steps, and what they send next. */
export async function openSecondFactors(shop: TestShop) {
  const setUp = async (email: string) => {
    const { token } = await shop.staff('counter', email)
    await lastForEver(shop)
    const { body } = await shop.post<{ secret: string; recoveryCodes: string[] }>(
      '/account/authenticator/begin',
      { password },
      token,
    )
    return { token, code: appCode(body.secret), recoveryCode: body.recoveryCodes[0] }
  }
  const withApp = async (email: string) => {
    const { token, code, ...more } = await setUp(email)
    const on = await shop.post<{ token: string }>('/account/authenticator/turn-on', { code }, token)
    await lastForEver(shop)
    return { ...more, token: on.body.token }
  }
  const begin = async (path: string, token?: string) => {
    const { body, headers } = await shop.post<{ options: { challenge: string } }>(path, {}, token)
    return { options: body.options, cookie: cookieOf(headers) }
  }
  const addPasskey = async (token: string) => {
    const device = createPasskeyDevice()
    const { options, cookie } = await begin('/account/passkeys/begin', token)
    return { device, cookie, body: device.create(options) }
  }

  await lastForEver(shop)
  const kavya = await setUp('kavya@example.in')
  const mohan = await withApp('mohan@example.in')
  const tara = await withApp('tara@example.in')
  const halfway = await withApp('halfway@example.in')
  const login = await shop.post('/users/login', { email: 'halfway@example.in', password })
  const pia = await shop.staff('counter', 'pia@example.in')
  await lastForEver(shop)
  const adding = await addPasskey(pia.token)
  const other = await addPasskey(pia.token)
  await shop.api.request('/account/passkeys/add', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: other.cookie,
      ...bearer(pia.token),
    },
    body: JSON.stringify(other.body),
  })
  const uma = await shop.staff('counter', 'uma@example.in')
  await lastForEver(shop)
  const signingIn = await begin('/users/login/passkey/begin')
  return {
    callers: {
      'who works here': bearer(uma.token),
      'who sets up an app': bearer(kavya.token),
      'who has an app': bearer(mohan.token),
      'who gives up an app': bearer(tara.token),
      'who gave the password': { cookie: cookieOf(login.headers) },
      'who adds a passkey': { ...bearer(pia.token), cookie: adding.cookie },
      'who logs in by passkey': { cookie: signingIn.cookie },
    },
    code: kavya.code,
    recoveryCode: halfway.recoveryCode,
    newPasskey: adding.body,
    passkeyAnswer: other.device.get(signingIn.options),
    passkeyId: await passkeyIdOf(shop, pia.email),
  }
}

/** better-auth compares sessions with the machine's time, and the shop's clock stands still. */
const lastForEver = ({ context: { db } }: TestShop) =>
  db.update(sessions).set({ expiresAt: new Date('2999-01-01') })

async function passkeyIdOf({ context: { db } }: TestShop, email: string) {
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(users.email, email))
  return passkey?.id ?? ''
}
