import type { BrowserContext, Page } from '@playwright/test'
import type { HandlerResponse, Try } from '../../test/stand-ins/razorpay.ts'

/** What becomes of a try to pay in the window: what its handler is given, or null for a failure. */
export type PayInWindow = (orderId: string, how: Try) => HandlerResponse | null

/**
 * Razorpay as a browser meets it: a checkout.js of our own, as far as the shop uses it, whose window is a frame of
 * Razorpay's address, with a button for each thing a customer may do. For an order that is paid, it only alerts. It also
 * loads and reports what the real one does, so that the page's policy is put to the test.
 */
export async function meetRazorpay(
  context: BrowserContext,
  { pay, isPaid }: { pay: PayInWindow; isPaid: (orderId: string) => boolean },
) {
  await context.route('https://checkout.razorpay.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${checkoutJs})()` }),
  )
  for (const host of ['cdn', 'checkout-static-next', 'lumberjack', 'lumberjack-metrics']) {
    await context.route(`https://${host}.razorpay.com/**`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'text/javascript',
        body: '',
      }),
    )
  }
  await context.route('https://api.razorpay.com/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const orderId = searchParams.get('order') ?? ''
    if (pathname === '/paid') return route.fulfill({ json: isPaid(orderId) })
    if (pathname !== '/pay') return route.fulfill({ contentType: 'text/html', body: windowPage })
    const how = JSON.parse(searchParams.get('how') ?? '{}') as Try
    return route.fulfill({ json: pay(orderId, how) })
  })
}

export const razorpayWindow = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')

const windowPage = `<!doctype html><html lang="en"><title>Razorpay</title>
  <style>body { margin: 0; padding: 24px; background: #fff; font: 16px/26px Arial; text-align: center }</style>
  <h1></h1><p></p>
  <button data-how='{"method":"upi"}'>Pay by UPI</button> <button data-app="upi://pay?pa=cakewala@upi">Open my UPI app</button> <button data-how='{"method":"card"}'>Pay by card</button>
  <button data-how='{"method":"card","outcome":"failed"}'>Pay by a bad card</button> <button>Close</button>
  <button data-fault="Something went wrong, please try again.">Break</button>
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

  for (const host of ['cdn', 'checkout-static-next']) {
    const build = document.createElement('script')
    build.src = `https://${host}.razorpay.com/build.js`
    document.head.append(build)
  }
  for (const host of ['lumberjack', 'lumberjack-metrics']) {
    void fetch(`https://${host}.razorpay.com/v1/track`, { method: 'POST' })
  }

  function openable(options: Options) {
    const { key, order_id, name: shop, prefill } = options
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({ key, order_id, shop, ...prefill })
    frame.src = `https://api.razorpay.com/v1/checkout/public?${query}`
    frame.title = 'Razorpay Checkout'
    frame.style.cssText =
      'position: fixed; inset: 0; z-index: 99; width: 100%; height: 100%; border: 0'
    const listeners = new Map<string, (failure: object) => void>()
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      const failure = { error: { description: data.failed } }
      if (data.failed) return listeners.get('payment.failed')?.(failure)
      frame.remove()
      if (data.fault) {
        alert(data.fault)
        return listeners.get('fault.close')?.({})
      }
      if (data.paid) options.handler(data.paid)
      else options.modal.ondismiss()
    })
    return {
      on(event: string, listener: (failure: object) => void) {
        listeners.set(event, listener)
      },
      open: () => document.body.append(frame),
    }
  }
  Object.assign(window, { Razorpay: openable })
}

/** In the window. */
async function inWindow() {
  const query = new URLSearchParams(location.search)
  const order = query.get('order_id') ?? ''
  const isPaid = await (await fetch(`/paid?${new URLSearchParams({ order })}`)).json()
  if (isPaid) {
    return parent.postMessage({ fault: 'Payment already done for this order.' }, '*')
  }
  const [title, whom] = [document.querySelector('h1'), document.querySelector('p')]
  if (title) title.textContent = query.get('shop')
  if (whom) whom.textContent = `${query.get('email')}, ${query.get('contact')}`

  addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { how, app, fault } = target.dataset
    if (fault) return parent.postMessage({ fault }, '*')
    if (app) return location.assign(app)
    if (!how) return parent.postMessage({}, '*')
    const query = new URLSearchParams({ how, order })
    const paid = await (await fetch(`/pay?${query}`)).json()
    const failed = 'Your payment was declined by the bank.'
    parent.postMessage(paid ? { paid } : { failed }, '*')
  })
}
