import type { BrowserContext, Page } from '@playwright/test'

/**
 * Stripe as a browser meets it: a Stripe.js of our own, as far as the shop uses it, with its card field and its bank's
 * question in frames of Stripe's address, and the stand-in behind the address of Stripe's API.
 */
export async function meetStripe(context: BrowserContext, standIn: { url: string }) {
  await context.route('https://js.stripe.com/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/card-field') return route.fulfill(pageWith(cardInputs, cardField))
    if (pathname === '/bank') return route.fulfill(pageWith(bankButtons, bank))
    return route.fulfill({ contentType: 'text/javascript', body: `(${stripeJs})()` })
  })
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${standIn.url}${pathname}` }) })
  })
}

export const stripeField = (page: Page) =>
  page.frameLocator('iframe[title="Secure card payment input frame"]')

export const stripeBank = (page: Page) => page.frameLocator('iframe[title="Your bank"]')

/** Fills in name and card; with another number a second time, as a customer does after a refusal. */
export async function giveStripeCard(page: Page, number: string) {
  await page.getByLabel('Cardholder name').fill('Asha Rao')
  const field = stripeField(page)
  await field.getByLabel('Card number').fill(number)
  await field.getByLabel('Expiry').fill(`12 / ${(new Date().getUTCFullYear() + 2) % 100}`)
  await field.getByLabel('CVC').fill('123')
}

const cardInputs = `
  <style>body { margin: 0 } form { display: flex; gap: 8px } input { min-width: 0; border: 0; padding: 0; outline: 0; background: none; font: 16px/26px Arial }</style>
  <form>
    <input aria-label="Card number" size="20" placeholder="Card number" autocomplete="cc-number">
    <input aria-label="Expiry" size="6" placeholder="MM / YY" autocomplete="cc-exp">
    <input aria-label="CVC" size="4" placeholder="CVC" autocomplete="cc-csc">
  </form>`

const bankButtons = `
  <style>body { margin: 0; background: #fff; font: 16px/26px Arial; text-align: center }</style>
  <h1>3D Secure 2 Test Page</h1><button>Complete</button> <button>Fail</button>`

function pageWith(body: string, script: () => void) {
  const html = `<!doctype html><html lang="en"><title>Stripe</title>${body}<script>(${script})()</script></html>`
  return { contentType: 'text/html', body: html }
}

/** In the page, as Stripe.js. What it does not close over travels as text. */
function stripeJs() {
  type Listener = (told: unknown) => void
  type Card = ReturnType<typeof cardElement>
  const version = document.currentScript?.getAttribute('src')?.split('/')[3]

  function frameOf(path: string, title: string, style: string) {
    const frame = document.createElement('iframe')
    frame.src = `https://js.stripe.com/${path}`
    frame.title = title
    frame.style.cssText = `border: 0; display: block; ${style}`
    return frame
  }

  function cardElement() {
    const frame = frameOf(
      'card-field',
      'Secure card payment input frame',
      'width: 100%; height: 26px',
    )
    const listeners = new Map<string, Set<Listener>>()
    let answer: Listener = () => {}
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data.event === 'answer') answer(data.told)
      for (const listener of listeners.get(data.event) ?? []) listener(data.told)
    })
    return {
      mount: (place: HTMLElement) => place.append(frame),
      destroy: () => frame.remove(),
      update() {},
      focus() {
        frame.focus()
        frame.contentWindow?.postMessage('focus', 'https://js.stripe.com')
      },
      on(event: string, listener: Listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      off: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
      tellStripe(key: string, name: string) {
        frame.contentWindow?.postMessage({ key, name }, 'https://js.stripe.com')
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    }
  }

  async function post(key: string, path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ ...fields, key })
    const answer = await fetch(`https://api.stripe.com${path}`, { method: 'POST', body })
    return answer.json()
  }

  function askBank(): Promise<string> {
    const style = 'position: fixed; inset: 20vh 10vw; width: 80vw; height: 40vh'
    const frame = frameOf('bank', 'Your bank', style)
    document.body.append(frame)
    return new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return
        frame.remove()
        resolve(data)
      })
    })
  }

  function stripeOf(key: string) {
    let card: Card | null = null
    return {
      elements: () => ({
        create() {
          card = cardElement()
          return card
        },
        getElement: () => card,
        update() {},
      }),
      createToken() {},
      createPaymentMethod: async (request: { card: Card; billing_details: { name: string } }) =>
        request.card.tellStripe(key, request.billing_details.name),
      async confirmCardPayment(client_secret: string) {
        const [id] = client_secret.split('_secret_')
        const fields = { client_secret, use_stripe_sdk: 'true' }
        const intent = await post(key, `/v1/payment_intents/${id}/confirm`, fields)
        if (intent.error) return intent
        if (intent.status !== 'requires_action') return { paymentIntent: intent }
        const approve = await askBank()
        const answered = await post(key, `/bank/payment_intents/${id}`, { client_secret, approve })
        const error = answered.last_payment_error
        return error ? { error } : { paymentIntent: answered }
      },
    }
  }
  Object.assign(window, { Stripe: Object.assign(stripeOf, { version }) })
}

/** In the frame of the card field: only it and Stripe's API see what is typed. */
function cardField() {
  const [number, expiry, cvc] = [...document.querySelectorAll('input')]
  const tell = (event: string, told: object) => parent.postMessage({ event, told }, '*')

  function isValid(digits: string) {
    const sum = [...digits].reverse().reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    return sum % 10 === 0
  }

  addEventListener('input', () => {
    const digits = number?.value.replaceAll(' ', '') ?? ''
    const error =
      digits.length === 16 && !isValid(digits)
        ? { message: 'Your card number is invalid.' }
        : undefined
    const isFull = digits.length === 16 && expiry?.value !== '' && cvc?.value !== ''
    tell('change', { complete: isFull && !error, empty: digits === '', error })
  })
  addEventListener('focusin', () => tell('focus', {}))
  addEventListener('focusout', () => tell('blur', {}))

  addEventListener('message', async ({ data }) => {
    if (data === 'focus') return number?.focus()
    const [month = '', year = ''] = expiry?.value.split(' / ') ?? []
    const body = new URLSearchParams({
      key: data.key,
      type: 'card',
      'card[number]': number?.value ?? '',
      'card[exp_month]': month,
      'card[exp_year]': year,
      'card[cvc]': cvc?.value ?? '',
      'billing_details[name]': data.name,
    })
    const address = 'https://api.stripe.com/v1/payment_methods'
    const answer = await fetch(address, { method: 'POST', body })
    const told = await answer.json()
    tell('answer', told.error ? told : { paymentMethod: told })
  })
}

/** In the frame of the bank's question. */
function bank() {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    parent.postMessage(target.textContent === 'Complete' ? 'true' : 'false', '*')
  })
}
