import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { newId, unixNow } from './stripe-ledger.ts'

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** One attempt to deliver an event. */
export interface WebhookTry {
  event: StripeEvent
  /** The status of the shop's response; null if there was none. */
  status: number | null
}

interface Settings {
  apiVersion: string
  /** Several while the secret is being changed. */
  secrets: string[]
  /** What the shop subscribed to. */
  events: readonly string[]
  /** How often an event is delivered that the shop did not accept, and the pause between, in ms. */
  tries: { atMost: number; everyMs: number }
}

/** Stripe's webhooks, in the order of events, delivered to the shop once its URL is set. */
export function createWebhooks({ apiVersion, secrets, events: subscribed, tries }: Settings) {
  const events: StripeEvent[] = []
  const delivered: WebhookTry[] = []
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  const underWay = new Set<Promise<void>>()
  const faults = {
    /** How many times each event is delivered, whatever the response. */
    copies: 1,
    /** Awaited before each copy is sent, so that it is late or out of order. */
    delay: (_event: StripeEvent): Promise<unknown> => Promise.resolve(),
  }
  let shopUrl: string | null = null

  function emit(type: string, object: object, previous_attributes?: object, created = unixNow()) {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created,
      data: structuredClone({ object, ...(previous_attributes && { previous_attributes }) }),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    events.push(event)
    if (!shopUrl || !subscribed.includes(type)) return
    for (let copy = 0; copy < faults.copies; copy++) send(shopUrl, event)
  }

  function send(url: string, event: StripeEvent) {
    const sending = deliver(url, event).finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  async function deliver(url: string, event: StripeEvent) {
    await Promise.race([faults.delay(event), closed])
    for (let tried = 1; !closing.signal.aborted; tried++) {
      if ((await isTaken(url, event)) || tried === tries.atMost) return
      await Promise.race([wait(tries.everyMs), closed])
    }
  }

  async function isTaken(url: string, event: StripeEvent): Promise<boolean> {
    const body = bodyOf(event)
    const status = await fetch(url, {
      method: 'POST',
      headers: headersOf(body, 0),
      body,
      signal: closing.signal,
    }).then(
      (answer) => answer.status,
      () => null,
    )
    delivered.push({ event, status })
    return status !== null && status >= 200 && status < 300
  }

  /** What a webhook with this body comes with, signed so many seconds ago. */
  function headersOf(body: string, secondsAgo: number): Headers {
    const seconds = unixNow() - secondsAgo
    const signatures = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`)}`)
    return new Headers({
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': [`t=${seconds}`, ...signatures].join(','),
    })
  }

  return {
    emit,
    events,
    delivered,
    faults,
    headersOf,
    /** The endpoints of the account, as its owner made them: one for the shop. */
    endpoints: () =>
      shopUrl === null
        ? []
        : [
            {
              id: 'we_shop',
              object: 'webhook_endpoint',
              api_version: apiVersion,
              enabled_events: [...subscribed],
              livemode: false,
              status: 'enabled',
              url: shopUrl,
            },
          ],
    deliverTo(url: string) {
      shopUrl = url
    },
    /** Resolves when nothing is under way. */
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

/** As it is sent: Stripe breaks its lines. */
export function bodyOf(event: StripeEvent): string {
  return JSON.stringify(event, null, 2)
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
