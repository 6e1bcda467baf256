import { useEffect, useSyncExternalStore } from 'react'
import { browserStorage } from '#ui/browser-storage.ts'
import type { logoutEndpoint, nameByEmailEndpoint } from './accounts.endpoints.ts'

// Every page asks who is signed in, and few ask the server.
const apiClient = () => import('#platform/http/api-client.ts')

/** Who the pages take the visitor for. It grants nothing: the server asks its own session. */
export interface Session {
  email: string
  isAdmin: boolean
  /** Null until the server has told it. */
  name: string | null
}

const nameKey = 'cakewala:name'
const listeners = new Set<() => void>()
let known: { source: string; session: Session | null } = { source: '', session: null }
let nameAskedFor: string | null = null

/** The session that the readable cookies and the remembered name (JSON) tell of. */
export function sessionFrom(cookies: string, rememberedName: string | null): Session | null {
  const email = decoded(/(?:^|; )user=([^;]+)/.exec(cookies)?.[1])
  if (!email) return null
  const isAdmin = /(?:^|; )isAdmin=true(?:;|$)/.test(cookies)
  return { email, isAdmin, name: nameOf(email, rememberedName) }
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function nameOf(email: string, remembered: string | null): string | null {
  const [ofEmail, name] = (remembered ?? '').split('\n')
  return ofEmail === email && name ? name : null
}

function current(): Session | null {
  const remembered = browserStorage('localStorage').getItem(nameKey)
  const source = `${document.cookie}\n${remembered}`
  if (source !== known.source) known = { source, session: sessionFrom(document.cookie, remembered) }
  return known.session
}

function tellAll() {
  for (const listener of listeners) listener()
}

/** A page that the browser kept and shows again by Back may tell of somebody who has signed out since, or in. */
function shownAgain({ persisted }: PageTransitionEvent) {
  if (!persisted) return
  const shownTo = known.session?.email
  if (current()?.email === shownTo) tellAll()
  else location.reload()
}

function subscribe(listener: () => void) {
  // Another tab may have signed in or out meanwhile.
  if (listeners.size === 0) {
    addEventListener('storage', tellAll)
    addEventListener('focus', tellAll)
    addEventListener('pageshow', shownAgain)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', tellAll)
    removeEventListener('focus', tellAll)
    removeEventListener('pageshow', shownAgain)
  }
}

/** Who is signed in here; null for nobody, on the server, and until the page is hydrated. */
export function useSession(): Session | null {
  const session = useSyncExternalStore(subscribe, current, () => null)
  useEffect(() => {
    // Not by what this render saw: while a page hydrates that is nobody.
    markPage(current())
    if (session && session.name === null) void askName(session.email)
  }, [session])
  return session
}

/** Styles show and hide by this attribute; an inline script sets it before the first paint. */
function markPage(session: Session | null) {
  const { dataset } = document.documentElement
  if (session) dataset.session = session.isAdmin ? 'admin' : 'customer'
  else delete dataset.session
}

async function askName(email: string) {
  if (nameAskedFor === email) return
  nameAskedFor = email
  try {
    const { call } = await apiClient()
    const answer = call<typeof nameByEmailEndpoint>('POST /users/getnamebyemail', {
      body: { email },
    })
    const { userName } = await answer
    browserStorage('localStorage').setItem(nameKey, `${email}\n${userName}`)
    tellAll()
  } catch {
    // The page shows the e-mail instead.
  }
}

/** To be called when the server has signed the visitor in: the pages take notice. */
export function signedIn() {
  forgetName()
  markPage(current())
  tellAll()
}

/** Signs out here at once, then on the server; false when the server could not be told. */
export async function signOut(): Promise<boolean> {
  for (const name of ['user', 'isAdmin']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${name}=; Path=/; Max-Age=0`
  }
  signedIn()
  try {
    const { call } = await apiClient()
    await call<typeof logoutEndpoint>('GET /users/logout', {})
    return true
  } catch {
    return false
  }
}

function forgetName() {
  browserStorage('localStorage').removeItem(nameKey)
  nameAskedFor = null
}
