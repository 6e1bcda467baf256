import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Push } from '#platform/push/web-push.server.ts'

interface Phone {
  name: string
  keys: ECDH
  auth: Buffer
}

/**
 * A push service on a port of this machine, with the phones that it serves. It reads what it is sent as a phone does.
 *
 * @param publicOrigin by which the shop knows it; its own if it is not given
 */
export async function openPushService(publicOrigin?: string) {
  const phones: Phone[] = []
  const pushes: { phone: string; push: Push; headers: IncomingHttpHeaders; isSigned: boolean }[] =
    []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const phone = phones[Number(request.url?.slice(1))]
    const status = answers.shift() ?? 201
    if (phone && status === 201) {
      const { headers } = request
      const isSigned = isSignedFor(origin, headers.authorization ?? '')
      pushes.push({ phone: phone.name, push: readPush(phone, body), headers, isSigned })
    }
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ownOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = publicOrigin ?? ownOrigin
  return {
    ownOrigin,
    pushes,
    /** How it answers the next ones, in place of 201. */
    answers,
    /** What the browser of a new phone sends to the shop. */
    subscribe(name: string) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin}/${phones.push({ name, keys, auth }) - 1}`
      const p256dh = keys.getPublicKey('base64url')
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    close() {
      server.close()
    },
  }
}

const derived = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8291: salt, size of a record, the sender's key for this message, one encrypted record. */
function readPush({ keys, auth }: Phone, body: Buffer): Push {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = derived(keys.computeSecret(sender), auth, info, 32)
  const key = derived(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(shared, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}

/** RFC 8292: a token for this service, with the key that has signed it. */
function isSignedFor(origin: string, authorization: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isValid && aud === origin && exp > Date.now() / 1000 && sub.startsWith('mailto:')
}
