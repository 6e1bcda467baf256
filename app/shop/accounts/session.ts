import { useEffect, useSyncExternalStore } from 'react'
import { createListeners, createStored, fieldsOf, setCookie } from '#ui/browser-storage.ts'
import type { logoutEndpoint, nameByEmailEndpoint } from './login/log-in.server.ts'
import { guestCookie, type Role, roles } from './roles.ts'

// Lazy, because every page has a session but few call the API.
const apiClient = () => import('#platform/http/api-client.ts')

/** Who seems to be logged in. It grants nothing: the server checks its own session. */
export interface Session {
  email: string
  isAdmin: boolean
  role: Role
  /** Null until the server has sent it. */
  name: string | null
}

interface AccountName {
  email: string
  name: string
}

const storedName = createStored('cakewala:name', parseName)
// Another tab may log in or out.
const { notifyAll, subscribe } = createListeners({
  storage: 'tells',
  focus: 'tells',
  pageshow: onPageShow,
})
let cached = { cookies: '', name: storedName.empty, session: null as Session | null }
let requestedName: string | null = null

/** Reads the session from the cookies and from the stored name. */
export function sessionFrom(cookies: string, known: AccountName | null): Session | null {
  const email = decode(/(?:^|; )user=([^;]+)/.exec(cookies)?.[1])
  if (!email) return null
  const isAdmin = /(?:^|; )isAdmin=true(?:;|$)/.test(cookies)
  const named = /(?:^|; )role=([a-z]+)/.exec(cookies)?.[1]
  if (!isAdmin && named === guestCookie) {
    return { email, isAdmin, role: 'customer', name: 'Guest' }
  }
  const role = isAdmin ? (roles.find((role) => role === named) ?? 'owner') : 'customer'
  return { email, isAdmin, role, name: known?.email === email ? known.name : null }
}

function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function parseName(stored: unknown): AccountName | null {
  const { email, name } = fieldsOf(stored)
  return typeof email === 'string' && typeof name === 'string' && name ? { email, name } : null
}

function currentSession(): Session | null {
  const { cookie: cookies } = document
  const name = storedName.current()
  if (cookies !== cached.cookies || name !== cached.name) {
    cached = { cookies, name, session: sessionFrom(cookies, name) }
  }
  return cached.session
}

/** A page from the browser's back/forward cache may show somebody who has logged out since. */
function onPageShow({ persisted }: PageTransitionEvent) {
  if (!persisted) return
  const shownEmail = cached.session?.email
  if (currentSession()?.email === shownEmail) notifyAll()
  else location.reload()
}

/** Who is logged in here; null for nobody, on the server, and until the page is hydrated. */
export function useSession(): Session | null {
  const session = useSyncExternalStore(subscribe, currentSession, () => null)
  useEffect(() => {
    // Not `session`, which is null while the page hydrates.
    markPage(currentSession())
    if (session && session.name === null) void fetchName(session.email)
  }, [session])
  return session
}

/** Styles show and hide by this attribute. An inline script sets it before the first paint. */
function markPage(session: Session | null) {
  const { dataset } = document.documentElement
  if (session) dataset.session = session.isAdmin ? 'admin' : 'customer'
  else delete dataset.session
}

async function fetchName(email: string) {
  if (requestedName === email) return
  requestedName = email
  try {
    const { call } = await apiClient()
    const { userName } = await call<typeof nameByEmailEndpoint>('POST /users/getnamebyemail', {
      body: { email },
    })
    storedName.save({ email, name: userName })
    notifyAll()
  } catch {
    // The page shows the e-mail instead.
  }
}

/**
 * Call this when the server has signed the visitor in, or has changed the name or the email. False if the browser has not
 * kept it.
 */
export function refreshSession(): boolean {
  storedName.save(null)
  requestedName = null
  const session = currentSession()
  markPage(session)
  notifyAll()
  return session !== null
}

/** Signs out in the browser, then on the server; false when the server could not be reached. */
export async function signOut(): Promise<boolean> {
  for (const name of ['user', 'isAdmin', 'role']) {
    setCookie(`${name}=; Max-Age=0`)
  }
  refreshSession()
  try {
    const { call } = await apiClient()
    await call<typeof logoutEndpoint>('POST /users/logout', {})
    return true
  } catch {
    return false
  }
}
