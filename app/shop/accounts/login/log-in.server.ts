import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, type CallContext, messageSchema } from '#platform/http/api.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { mailboxOf } from '#shop/mails/mails.tables.server.ts'
import { announceChange, mailEmailLink, queueAccountNoticeMail } from '../account-mails.server.ts'
import { emailSchema, guestSchema, loginSchema, registrationSchema } from '../accounts.schema.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { deviceName, networkWords } from '../device-name.ts'
import { may } from '../permissions.ts'
import { isStaff } from '../roles.ts'
import { CodeNeeded } from '../second-factor/second-factor.server.ts'
import {
  clearGuestMark,
  clearSessionCookies,
  type SignedIn,
  setSessionCookies,
  setStepCookie,
} from '../sessions.server.ts'

/** Most calls answer with a sentence. */
const saying = { method: 'POST', response: messageSchema } as const
export const ofOwnAccount = { ...saying, tag: 'Account', access: 'signed-in' } as const
export const ofUsers = { ...saying, tag: 'Users', access: 'anyone' } as const

/** A session has started; its token is also set as the cookie. */
export const signedInSchema = z.object({
  token: z.string(),
  isAdmin: z.boolean(),
  message: z.string(),
})

const codeNeededSchema = z.object({
  codeNeeded: z.literal(true).describe('The password was right: send a code to /users/login/code'),
  message: z.string(),
})

export const registerEndpoint = endpoint({
  ...ofUsers,
  path: '/users/new',
  summary: 'Register',
  description:
    'Makes a customer account, and mails the link that confirms its email; it does not log in. 409 when the e-mail, in any case, has an account.',
  body: registrationSchema,
  problems: [403, 409],
})

export const loginEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login',
  summary: 'Log in',
  description:
    'Starts a session. Its `token` is also set as the cookie `token`. With an authenticator app it asks for a code instead, and sets the cookie of that step. A wrong password and an unknown e-mail answer the same 401.',
  body: loginSchema,
  response: z.union([signedInSchema, codeNeededSchema]),
  problems: [401, 403],
})

export const logoutEndpoint = endpoint({
  ...ofUsers,
  path: '/users/logout',
  summary: 'Log out',
  description:
    'Ends the session on the server and clears its cookies; fine for those who are logged out.',
})

/** As the specification has it. The pages use POST. */
const logoutByGetEndpoint = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/users/logout',
  summary: 'Log out by GET',
  description:
    'As POST, for links of the shop’s own pages: 403 when another site asks, its own subdomains included, and when a page has it as a picture or a frame.',
  problems: [403],
})

export const nameByEmailEndpoint = endpoint({
  ...ofUsers,
  path: '/users/getnamebyemail',
  summary: 'The name of an account',
  description: "One's own, or anyone's for the owner.",
  access: 'signed-in',
  body: z.object({ email: emailSchema }),
  response: z.object({ userName: z.string() }),
  problems: [403, 404],
})

export const startGuestEndpoint = endpoint({
  ...ofUsers,
  path: '/auth/guest',
  summary: 'Order as a guest',
  description:
    'Starts a session of 12 hours without an account, for placing orders and for seeing, changing and cancelling these. Its `token` is also set as the cookie `token`. The answer is the same whether the email has an account or not. 409 for who is logged in.',
  body: guestSchema,
  response: signedInSchema,
  problems: [409],
})

export function serveLogin(api: Api, deps: AppContext) {
  serveRegistration(api, deps)
  serveSessions(api, deps)
  serveGuests(api, deps)
}

/** Ignores the limit once: this response is still 409, the next one is 429. */
function onlyTooMany(error: unknown) {
  if (!(error instanceof AppError)) throw error
}

/** A registration that reveals an account counts as so many, so that an address soon reaches its limit. */
const takenEmailCost = 10

function serveRegistration(api: Api, shop: AppContext) {
  const { accounts, db, limiter, securityLog } = shop
  // What needs a confirmed email, such as paying in cash, is one press away.
  const mailLink = (tx: Database, { id, email }: { id: string; email: string }) =>
    mailEmailLink(shop, tx, { userId: id, newEmail: email })
  api.serve(registerEndpoint, async ({ body }, { address }) => {
    await limiter.attempt('register', address)
    await accounts.register(body, mailLink).catch(async (error) => {
      if (error instanceof AppError && error.code === 'conflict') {
        const event = { kind: 'registration-refused', email: body.email } as const
        await securityLog.tryTo(() => securityLog.record(event))
        await limiter.attempt('register', address, takenEmailCost - 1).catch(onlyTooMany)
      }
      throw error
    })
    await securityLog.record({ kind: 'registered', email: body.email })
    return { message: 'You are registered. Please log in.' }
  })

  api.serve(nameByEmailEndpoint, async ({ body: { email } }, { caller }) => {
    if (caller.email !== email && !may(caller.role, 'see-users')) {
      throw new AppError('forbidden', 'You may only ask for your own name.')
    }
    const person = await personByEmail(db, email)
    if (!person) throw new AppError('not_found', 'No account has this email.')
    return { userName: person.name }
  })
}

function serveSessions(api: Api, deps: AppContext) {
  const { accounts, securityLog, shop } = deps
  api.serve(loginEndpoint, async ({ body }, context) => {
    const { address, responseHeaders } = context
    const { email, password } = body
    await countSignIn(deps, { email, address })
    const signedIn = await accounts.signIn(email, password).catch(async (error) => {
      if (error instanceof CodeNeeded) return error
      if (error instanceof AppError && error.code === 'not_signed_in') {
        await securityLog.tryTo(() => recordWrongPassword(deps, email))
      }
      throw error
    })
    await deps.limiter.forgive(...signInBy({ email, address }))
    if (signedIn instanceof CodeNeeded) {
      const { publicUrl } = shop
      setStepCookie(responseHeaders, 'code-step', { step: signedIn.step, publicUrl })
      return { codeNeeded: true as const, message: 'Enter the code of your authenticator app.' }
    }
    return completeSignIn(deps, context, { signedIn })
  })

  async function signOut({ caller, headers, responseHeaders }: CallContext) {
    await accounts.signOut(headers)
    if (caller) await securityLog.record({ kind: 'signed-out', userId: caller.id })
    clearSessionCookies(responseHeaders, shop.publicUrl)
    return { message: 'logout succesfully' }
  }

  api.serve(logoutEndpoint, (_, context) => signOut(context))

  api.serve(logoutByGetEndpoint, (_, context) => {
    checkNotLinked(context.headers)
    return signOut(context)
  })
}

/**
 * A GET can be linked to, or be the address of a picture. Browsers send where it is from and what for: a page that is opened
 * from ours or by a typed address ('none') may sign people out, and a script of ours ('empty'), as the specification has
 * it. API clients send nothing, nor do browsers on plain http.
 *
 * @throws AppError forbidden
 */
function checkNotLinked(headers: Headers) {
  const site = headers.get('sec-fetch-site') ?? 'none'
  const isAsked = ['document', 'empty'].includes(headers.get('sec-fetch-dest') ?? 'empty')
  if (isAsked && (site === 'same-origin' || site === 'none')) return
  throw new AppError('forbidden', 'Requests from another site are not allowed.')
}

function serveGuests(api: Api, { accounts, limiter, securityLog, shop }: AppContext) {
  api.serve(startGuestEndpoint, async ({ body }, { caller, address, headers, responseHeaders }) => {
    if (caller) throw new AppError('conflict', 'You are logged in already.')
    await limiter.attempt('guest', address)
    // An earlier guest of this browser has another order.
    await accounts.signOut(headers)
    const guest = await accounts.startGuest(body)
    // Without the e-mail: the log would look for its account.
    await securityLog.record({ kind: 'guest-started', details: { guest: guest.userId } })
    setSessionCookies(responseHeaders, guest, shop.publicUrl)
    return { token: guest.token, isAdmin: false, message: 'You can order as a guest.' }
  })
}

/** Somebody at a network address who says whose account it is. */
interface Attempt {
  email: string
  address: string
}

/** What the limiter counts; it forgives who has proved that the account is theirs. */
export const signInBy = ({ email, address }: Attempt) =>
  ['login', `${email} from ${address}`] as const

/** As how many attempts one counts at an account whose password is being guessed from everywhere. */
const guessedAtCost = 5

/**
 * Counts an attempt to log in, by account with address and by address alone: no count of all addresses refuses anybody, or
 * strangers would lock the owner out.
 *
 * @throws AppError too_many
 */
async function countSignIn({ limiter }: AppContext, attempt: Attempt) {
  await limiter.attempt('login-address', attempt.address)
  const isGuessedAt = await limiter.isReached('login-guesses', attempt.email)
  await limiter.attempt(...signInBy(attempt), isGuessedAt ? guessedAtCost : 1)
}

/** Records a wrong password. The owner is mailed, once a day, when there were very many. */
async function recordWrongPassword(deps: AppContext, email: string) {
  await deps.securityLog.record({ kind: 'sign-in-failed', email })
  if (!(await deps.limiter.count('login-guesses', email))) return
  const owner = await personByEmail(deps.db, email)
  if (owner) await announceChange(deps, owner.id, 'password-guessed')
}

/**
 * Counts a request for a link to a new password. Beyond the limit no mail goes out; the response is the same.
 *
 * @param isOwn the owner's requests are counted by themselves, so that strangers do not use them up
 * @returns whether the mail may go out
 * @throws AppError too_many for an address with very many requests
 */
export async function countReset(
  { limiter }: AppContext,
  { email, address, isOwn }: Attempt & { isOwn: boolean },
): Promise<boolean> {
  await limiter.attempt('forgot-password-address', address)
  return limiter.tryAttempt(isOwn ? 'own-reset' : 'reset', mailboxOf(email))
}

/**
 * Signs the browser of a request in, however its owner proved who they are. The browser's earlier session ends. The owner
 * gets a mail if device or network is new.
 */
export async function completeSignIn(
  deps: AppContext,
  { headers, responseHeaders }: Pick<CallContext, 'headers' | 'responseHeaders'>,
  { signedIn, details }: { signedIn: SignedIn; details?: { by: 'passkey' } },
) {
  const { accounts, shop } = deps
  await accounts.signOut(headers)
  await recordSignIn(deps, signedIn.userId, details)
  if (!isStaff(signedIn.role)) clearGuestMark(headers, responseHeaders, shop.publicUrl)
  setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
  return {
    token: signedIn.token,
    isAdmin: isStaff(signedIn.role),
    message: 'Logged in successfully',
  }
}

async function recordSignIn(deps: AppContext, userId: string, details?: { by: 'passkey' }) {
  const client = currentClient()
  const device = client && deviceName(client.userAgent)
  const network = client?.address ?? null
  const isNew = await deps.securityLog.isNewPlace(userId, { network, device })
  await deps.securityLog.record({ kind: 'signed-in', userId, details })
  if (!isNew) return
  const words = [device, networkWords(network)].filter(Boolean).join(', ')
  await deps.db.transaction((tx) =>
    queueAccountNoticeMail(deps, tx, { userId, change: 'signed-in', device: words || undefined }),
  )
}
