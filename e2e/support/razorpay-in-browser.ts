import type { BrowserContext, Page } from '@playwright/test'
import type { Handed, Try } from '../../test/stand-ins/razorpay.ts'

/** What becomes of a try to pay in the window: what its handler is given, or null for a failure. */
export type PayInWindow = (orderId: string, how: Try) => Handed | null

/**
 * Razorpay as a browser meets it: a checkout.js of our own, as far as the shop uses it, whose window is a frame of
 * Razorpay's address, with a button for each thing a customer may do.
 */
export async function meetRazorpay(context: BrowserContext, pay: PayInWindow) {
  await context.route('https://checkout.razorpay.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${checkoutJs})()` }),
  )
  await context.route('https://api.razorpay.com/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname !== '/pay') return route.fulfill({ contentType: 'text/html', body: windowPage })
    const how = JSON.parse(searchParams.get('how') ?? '{}') as Try
    return route.fulfill({ json: pay(searchParams.get('order') ?? '', how) })
  })
}

export const razorpayWindow = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')

const windowPage = `<!doctype html><html lang="en"><title>Razorpay</title>
  <style>body { margin: 0; padding: 24px; background: #fff; font: 16px/26px Arial; text-align: center }</style>
  <h1></h1><p></p>
  <button data-how='{"method":"upi"}'>Pay by UPI</button> <button data-how='{"method":"card"}'>Pay by card</button>
  <button data-how='{"method":"card","outcome":"failed"}'>Pay by a bad card</button> <button>Close</button>
  <script>(${inWindow})()</script></html>`

/** In the page, as checkout.js. */
function checkoutJs() {
  interface Options {
    key: string
    order_id: string
    name: string
    prefill: { name: string; email: string; contact: string }
    handler: (paid: object) => void
    modal: { ondismiss: () => void }
  }

  function openable(options: Options) {
    const { key, order_id, name: shop, prefill } = options
    const frame = document.createElement('iframe')
    const asked = new URLSearchParams({ key, order_id, shop, ...prefill })
    frame.src = `https://api.razorpay.com/v1/checkout/public?${asked}`
    frame.title = 'Razorpay Checkout'
    frame.style.cssText =
      'position: fixed; inset: 0; z-index: 99; width: 100%; height: 100%; border: 0'
    let onFailure = (_: object) => {}
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data.failed) return onFailure({ error: { description: data.failed } })
      frame.remove()
      if (data.paid) options.handler(data.paid)
      else options.modal.ondismiss()
    })
    return {
      on(_: 'payment.failed', listener: typeof onFailure) {
        onFailure = listener
      },
      open: () => document.body.append(frame),
    }
  }
  Object.assign(window, { Razorpay: openable })
}

/** In the window. */
function inWindow() {
  const asked = new URLSearchParams(location.search)
  const [title, whom] = [document.querySelector('h1'), document.querySelector('p')]
  if (title) title.textContent = asked.get('shop')
  if (whom) whom.textContent = `${asked.get('email')}, ${asked.get('contact')}`

  addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { how } = target.dataset
    if (!how) return parent.postMessage({}, '*')
    const query = new URLSearchParams({ how, order: asked.get('order_id') ?? '' })
    const paid = await (await fetch(`/pay?${query}`)).json()
    const failed = 'Your payment was declined by the bank.'
    parent.postMessage(paid ? { paid } : { failed }, '*')
  })
}
