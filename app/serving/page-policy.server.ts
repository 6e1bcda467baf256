import { contentSecurityPolicy, permissionsPolicy } from '#platform/http/security-headers.server.ts'
import { providerSources } from '#shop/payments/browser-provider.ts'
import type { AppContext } from '../context.server.ts'
import { allowedScripts } from './document.server.ts'

/** The page that shows a mail in a frame, which the shop itself serves. */
const mailPage = /^\/admin\/outbox\/./i

/** The page where the payment provider's code works. */
const paymentPage = /^\/order\/?$/i

/** Sets the headers that say what a document may do. */
export function setPagePolicy(
  headers: Headers,
  document: string,
  path: string,
  { shop, payments }: Pick<AppContext, 'shop' | 'payments'>,
) {
  const provider = paymentPage.test(path) ? providerSources(payments.active.forBrowser) : null
  const ownFrames = mailPage.test(path) ? ["'self'"] : []
  const form = shop.contactFormUrl ? [originOf(shop.contactFormUrl)] : []
  const policy = contentSecurityPolicy(allowedScripts(document), {
    scripts: provider?.scripts ?? [],
    frames: [originOf(shop.mapEmbedUrl), ...ownFrames, ...(provider?.frames ?? [])],
    connections: [...form, ...(provider?.connections ?? [])],
  })
  headers.set('content-security-policy', policy)
  if (!provider) return
  headers.set('permissions-policy', permissionsPolicy(provider.paymentRequests))
  // The common 'same-origin' cuts a window off from the frame that opened it.
  if (provider.opensWindows) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
}

function originOf(url: string): string {
  return new URL(url).origin
}
