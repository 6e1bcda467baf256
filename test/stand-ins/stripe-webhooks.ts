import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { newId, unixNow } from './stripe-books.ts'

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

/** One try at telling the shop. */
export interface WebhookTry {
  event: StripeEvent
  /** What the shop answered; null when it did not. */
  status: number | null
}

interface Settings {
  apiVersion: string
  /** Several while the secret is being changed. */
  secrets: string[]
  /** What the shop subscribed to. */
  events: readonly string[]
  /** How often an event is tried that the shop did not take, and how long after the last try, in ms. */
  tries: { atMost: number; everyMs: number }
}

/** Stripe's webhooks: kept in the order of what happened, and delivered to the shop once its address is known. */
export function createWebhooks({ apiVersion, secrets, events: subscribed, tries }: Settings) {
  const events: StripeEvent[] = []
  const delivered: WebhookTry[] = []
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  const underWay = new Set<Promise<void>>()
  const faults = {
    /** How many times each event is delivered, whatever the shop answers. */
    copies: 1,
    /** Awaited before each copy is sent, which so comes late, or after another. */
    hold: (_event: StripeEvent): Promise<unknown> => Promise.resolve(),
  }
  let shopUrl: string | null = null

  function tell(type: string, object: object, previous_attributes?: object) {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: unixNow(),
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
    await Promise.race([faults.hold(event), closed])
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
    tell,
    events,
    delivered,
    faults,
    headersOf,
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
