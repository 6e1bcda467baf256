import { expect, test } from 'vitest'
import { signWebhook, verifyWebhook } from './sandbox-webhook.job.server.ts'

const now = new Date('2026-06-01T06:30:00Z')
const body = '{"id":"evt_1"}'
const secret = 'a secret'
// By another hand: printf '1780295400.{"id":"evt_1"}' | openssl dgst -sha256 -hmac 'a secret'
const mac = 'addecccc76b30564d897750ccde7662815564a38677ae7a5127bc6a8957778ba'
const good = `t=1780295400,v1=${mac}`

const verify = (signature: string | null, at = now, key = secret) =>
  verifyWebhook(body, signature, key, at)
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('signs time and body', () => {
  expect(signWebhook(body, secret, now)).toBe(good)
})

test.each([
  ['as it was signed', good],
  ['beside an older version', `t=1780295400,v0=abc,v1=${mac}`],
  ['while the secret is being changed', `t=1780295400,v1=${'0'.repeat(64)},v1=${mac}`],
  ['with spaces', `t=1780295400, v1=${mac}`],
])('takes a signature %s', (_, signature) => {
  expect(() => verify(signature)).not.toThrow()
})

test.each([
  ['none', null],
  ['an empty one', ''],
  ['one without a time', `v1=${mac}`],
  ['one without a version we know', `t=1780295400,v0=${mac}`],
  ['one with no time', `t=,v1=${mac}`],
  ['one with a time that is none', `t=now,v1=${mac}`],
  ['one with a fresher time than was signed', `t=1780295401,v1=${mac}`],
  ['a shortened one', good.slice(0, -1)],
  ['an empty v1', 't=1780295400,v1='],
])('rejects %s', (_, signature) => {
  expect(() => verify(signature)).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test('rejects one made with another secret', () => {
  expect(() => verify(good, now, 'another')).toThrow("The webhook's signature is wrong.")
})

test.each([-300, 0, 300])('is good %i seconds later', (seconds) => {
  expect(() => verify(good, secondsLater(seconds))).not.toThrow()
})

test.each([-301, 301])('is not good %i seconds later', (seconds) => {
  expect(() => verify(good, secondsLater(seconds))).toThrow("The webhook's signature is too old.")
})
