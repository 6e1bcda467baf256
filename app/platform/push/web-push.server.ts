import { createECDH } from 'node:crypto'
import { keyedHash, textHash } from '../secrets.server.ts'

/** What a browser tells of itself when it subscribes: its push service's address for it, and its keys, base64url. */
export interface PushPhone {
  endpoint: string
  p256dh: string
  auth: string
}

/** What the phone shows. Of those with one tag it shows the last. */
export interface Push {
  title: string
  body: string
  /** Of the page that a press opens. */
  path: string
  tag: string
}

export interface WebPush {
  /** By which browsers know the sender, base64url. */
  publicKey: string
  /** Whether an address is that of a push service: no other is ever called. */
  accepts(endpoint: string): boolean
  /** @returns false if there is no such phone any more. @throws if it is to be tried again */
  send(phone: PushPhone, push: Push): Promise<boolean>
}

/** Those of Chrome, Samsung and most others; Firefox; Safari; Edge. */
const pushServices =
  /(?:^|\.)(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/

function isPushService({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && pushServices.test(hostname)
}

/** A phone that was off for longer has other news by then. */
const keptSeconds = 12 * 60 * 60
const timeoutMs = 10_000

/**
 * Sends notifications by the Web Push protocol, encrypted for the phone. The key of the sender is made from the secret, so
 * every process has the same one.
 *
 * @param contact whom a push service writes to about trouble
 * @param isAllowed what may be called; tests have another
 */
export function createWebPush({
  secret,
  contact,
  isAllowed = isPushService,
}: {
  secret: string
  contact: () => string
  isAllowed?: (endpoint: URL) => boolean
}): WebPush {
  const privateKey = keyedHash('sender', { purpose: 'web-push', secret })
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const publicKey = pair.getPublicKey('base64url')
  const accepts = (endpoint: string) => URL.canParse(endpoint) && isAllowed(new URL(endpoint))
  return {
    publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, push) {
      if (!accepts(endpoint)) return false
      // Loaded when it is first needed.
      const { default: webPush } = await import('web-push')
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        {
          vapidDetails: { subject: `mailto:${contact()}`, publicKey, privateKey },
          TTL: keptSeconds,
          urgency: 'high',
          // The service keeps only the last of those with one topic.
          topic: textHash(push.tag).slice(0, 32),
        },
      )
      const response = await fetch(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          `${value}`,
        ]),
        body: new Uint8Array(body ?? []),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return false
      if (!response.ok) throw new Error(`the push service answered ${response.status}`)
      return true
    },
  }
}
