import {
  type ClientInstrumentation,
  type DataStrategyResult,
  type MiddlewareFunction,
  redirect,
  replace,
} from 'react-router'
import { toast } from './toast.tsx'

const offlineText = 'You seem to be offline. We go on when your connection is back.'
const retryMs = 3000

/** Resolves when the shop responds, but not at once if `hasFailedAgain`. Meanwhile a toast says that the page waits. */
export async function untilReachable(hasFailedAgain = false) {
  if (!hasFailedAgain && (await isReachable())) return
  const dismiss = toast.lasting(offlineText)
  do {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, retryMs)
    })
  } while (!(await isReachable()))
  dismiss()
}

/** A connected phone may still have no internet, so only a response counts. */
async function isReachable() {
  const response = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response?.ok === true
}

/**
 * Loads code that a press needs: if that fails, again once the shop can be reached.
 *
 * @throws if it is gone, as after a deploy; a toast has said so
 */
export function loadNeeded<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(async () => {
    await untilReachable()
    return load().catch((error) => {
      toast.error('This page is out of date. Please reload it.')
      throw error
    })
  })
}

let destination: string | null = null

/** Navigations of an offline visitor wait: what the next page needs could not be loaded. */
export const waitWhileOffline: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      async navigate(go, { to }) {
        if (!navigator.onLine) await untilReachable()
        destination = typeof to === 'string' ? to : null
        await go()
        destination = null
      },
    }),
}

let lostUrl = ''

/** A navigation whose data was lost on the way starts again, once the shop can be reached. */
export const reloadLostData: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request: { url } },
  next,
) => {
  const isLost = Object.values(await next()).some(({ result }) => isConnectionError(result))
  const isRepeated = url === lostUrl
  lostUrl = isLost ? url : ''
  if (!isLost) return
  await untilReachable(isRepeated)
  throw location.href.split('#', 1)[0] === url ? replace(url) : redirect(url)
}

/** In the words of each browser. Any other error is a bug, and would be the same again. */
function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load|connection|import/i.test(error.message)
}

/**
 * Holds what would replace the document while the shop cannot be reached, where browsers tell of it: they would show an
 * error page of their own. React Router reloads the document when it could not load a module.
 */
export function holdDocument() {
  let isGoing = false
  const { navigation } = globalThis as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    const { destination: to, navigationType, cancelable, downloadRequest, formData } = event
    const isReload = navigationType === 'reload'
    if (isGoing || !cancelable || to.sameDocument || (navigator.onLine && !isReload)) return
    if (downloadRequest !== null || formData || !to.url.startsWith('http')) return
    event.preventDefault()
    void untilReachable().then(() => {
      isGoing = true
      const url = isReload ? destination : to.url
      if (url === null) location.reload()
      else location.assign(url)
    })
  })
}
