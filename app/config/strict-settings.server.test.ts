import { describe, expect, it, vi } from 'vitest'
import type { Log } from '#platform/log.server.ts'
import { detailKey, withSavedDetails } from '#shop/words/shop/typed-details.ts'
import { readConfig } from './config.server.ts'
import {
  assertOwnDetails,
  assertStrictSettings,
  requiresMailTls,
  warnOfSettings,
} from './strict-settings.server.ts'

const safe = {
  PUBLIC_URL: 'https://cakes.example.in',
  PAYMENTS: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'k9Q2vX7pLm',
  RAZORPAY_WEBHOOK_SECRET: 'Zt4wR8nB1c',
  SMTP_URL: 'smtps://mail.example.in',
}
const open = (settings: Record<string, string>) => () => assertStrictSettings(readConfig(settings))
const goodSecret = 'Jw3kZ0vQm8xT5rYb2nHc7LpFsD9uGaEo'

describe('a shop with an https address', () => {
  it('opens with payments, a mail server and its own secrets', () => {
    expect(open(safe)).not.toThrow()
    expect(open({ ...safe, SESSION_SECRET: goodSecret, ADMIN_PASSWORD: goodSecret })).not.toThrow()
  })

  const database = 'postgres://shop:pw@db.example.in/shop'
  it.each([
    ['sandbox', { PAYMENTS: 'sandbox' }, 'Set it to upi, or to stripe or razorpay'],
    ['readable-mails', { SMTP_URL: '' }, 'Set it to your mail server'],
    [
      'weak-secret',
      { SESSION_SECRET: 'a secret of at least thirty-two characters' },
      'Leave it out',
    ],
    ['weak-secret', { SESSION_SECRET: 'ab'.repeat(20) }, 'Leave it out'],
    ['weak-secret', { ADMIN_PASSWORD: 'cakewala-admin' }, 'Leave it out'],
    ['plain-database', { DATABASE_URL: database }, 'Add ?sslmode=verify-full'],
    ['plain-database', { DATABASE_URL: `${database}?sslmode=prefer` }, 'Add ?sslmode=verify-full'],
    ['plain-database', { DATABASE_URL: 'postgres:///shop?host=10.0.0.9' }, 'Add ?sslmode'],
    [
      'plain-database',
      { DATABASE_URL: 'postgres://localhost/shop', MIGRATION_DATABASE_URL: database },
      'Add ?sslmode',
    ],
  ])('does not open when it would need the exception %s', (rule, change, advice) => {
    const settings = { ...safe, ...change }
    expect(open(settings)).toThrow(advice)
    expect(open(settings)).toThrow(`Or set ALLOW_INSECURE=${rule}.`)
    expect(open({ ...settings, ALLOW_INSECURE: rule })).not.toThrow()
    const other = rule === 'sandbox' ? 'readable-mails' : 'sandbox'
    expect(open({ ...settings, ALLOW_INSECURE: other })).toThrow(rule)
    expect(open({ ...settings, PUBLIC_URL: 'http://localhost:3000' })).not.toThrow()
  })

  it.each([
    `${database}?sslmode=verify-full`,
    `${database}?sslmode=require`,
    'postgres://shop@localhost/shop',
    'postgres://shop@127.0.0.1:5433/shop',
    'postgres://shop@[::1]/shop',
    'postgres:///shop?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/shop',
  ])('opens with the database at %s', (DATABASE_URL) => {
    expect(open({ ...safe, DATABASE_URL })).not.toThrow()
  })

  it('says all at once, and how to allow all', () => {
    const settings = { PUBLIC_URL: safe.PUBLIC_URL }
    expect(open(settings)).toThrow('For all of them: ALLOW_INSECURE=sandbox,readable-mails')
    expect(open({ ...settings, ALLOW_INSECURE: 'sandbox, readable-mails' })).not.toThrow()
  })

  it('shows no secret in what it says', () => {
    const SESSION_SECRET = 'hunter2-secret-hunter2-secret-hunter2'
    expect(open({ ...safe, SESSION_SECRET })).not.toThrow('hunter2')
  })
})

describe('a shop where money moves', () => {
  const own = {
    ...safe,
    SHOP_GSTIN: '27AAPFU0939F1ZV',
    SHOP_FSSAI: '21522011000123',
    SHOP_UPI_ID: 'ovenly@okbank',
  }
  const start = (settings: Record<string, string>) => () => {
    const config = readConfig(settings)
    assertOwnDetails(config, config.shop)
  }

  it.each([
    ['SHOP_GSTIN', { SHOP_GSTIN: '29ABCDE1234F1ZW' }],
    ['SHOP_FSSAI', { SHOP_FSSAI: '11223344556677' }],
    ['SHOP_UPI_ID', { SHOP_UPI_ID: 'cakewala@upi' }],
    ['SHOP_GRIEVANCE_NAME', { SHOP_GRIEVANCE_NAME: 'Meera Iyer' }],
  ])('does not open with the %s of the sample', (name, sample) => {
    const settings = { ...own, ...sample }
    expect(start(settings)).toThrow(`the sample's: ${name}. Set your own.`)
    expect(start({ ...settings, ALLOW_INSECURE: 'sample-details' })).not.toThrow()
    expect(start({ ...settings, PUBLIC_URL: 'http://localhost:3000' })).not.toThrow()
  })

  it('opens with its own, and without a GSTIN where there is none', () => {
    expect(start(own)).not.toThrow()
    expect(start({ ...own, SHOP_GSTIN: '29ABCDE1234F1ZW', SHOP_GST: 'unregistered' })).not.toThrow()
  })

  it('opens with what its owner has saved, whatever the settings say', () => {
    const config = readConfig(safe)
    const saved = withSavedDetails(
      config.shop,
      new Map(
        Object.entries({
          gstin: '27AAPFU0939F1ZV',
          fssai: '21522011000123',
          upiId: 'a1@okbank',
        }).map(([name, text]) => [detailKey(name), { text, picture: null }]),
      ),
      '2026-11-20',
    )
    expect(() => assertOwnDetails(config, saved)).not.toThrow()
    expect(() => assertOwnDetails(config, config.shop)).toThrow(
      'SHOP_GSTIN, SHOP_FSSAI, SHOP_UPI_ID',
    )
  })
})

it('a newcomer on this machine needs no setting', () => {
  expect(open({})).not.toThrow()
  expect(requiresMailTls(readConfig({ SMTP_URL: 'smtp://mail.example.in' }))).toBe(false)
})

it('mails to another machine need TLS, unless it is named', () => {
  const needs = (settings: Record<string, string>) =>
    requiresMailTls(readConfig({ ...safe, ...settings }))
  expect(needs({ SMTP_URL: 'smtp://mail.example.in:587' })).toBe(true)
  expect(needs({ SMTP_URL: 'smtp://localhost:25' })).toBe(false)
  expect(needs({ SMTP_URL: 'smtp://mails:1025', ALLOW_INSECURE: 'plain-mail' })).toBe(false)
})

it('the log names what is allowed and samples at each start', () => {
  const warn = vi.fn()
  const log = { warn } as unknown as Log
  warnOfSettings(readConfig({}), log)
  expect(warn).not.toHaveBeenCalled()
  warnOfSettings(readConfig({ PUBLIC_URL: safe.PUBLIC_URL, ALLOW_INSECURE: 'sandbox' }), log)
  expect(warn.mock.calls[0]?.[0]).toEqual({ allowed: ['sandbox', 'readable-mails'] })
  expect(warn.mock.calls[1]?.[0].settings).toEqual(
    expect.arrayContaining(['SHOP_GSTIN', 'SHOP_GRIEVANCE_NAME', 'MAIL_FROM']),
  )
})

it.each([
  ['smtp://mail.example.in:587', 'plain-mail', [{ allowed: ['plain-mail'] }]],
  ['smtp://mail.example.in:587', '', []],
  // Nothing leaves this machine, or nothing without TLS.
  ['smtp://localhost:25', 'plain-mail', []],
  ['smtps://mail.example.in', 'plain-mail', []],
])('the log says whether mails to %s may go without TLS, allowed: %j', (url, allow, lines) => {
  const warn = vi.fn()
  const settings = { ...safe, SMTP_URL: url, ALLOW_INSECURE: allow }
  warnOfSettings(readConfig(settings), { warn } as unknown as Log)
  expect(warn.mock.calls.map(([line]) => line).filter((line) => 'allowed' in line)).toEqual(lines)
})

it('a name of nothing insecure is a wrong setting', () => {
  expect(() => readConfig({ ALLOW_INSECURE: 'everything' })).toThrow(
    'The setting ALLOW_INSECURE must name sandbox, readable-mails, weak-secret, plain-mail, plain-database, sample-details',
  )
})

it.each([
  [{ PUBLIC_URL: safe.PUBLIC_URL, REQUIRE_2FA: 'off' }, 1],
  [{ PUBLIC_URL: safe.PUBLIC_URL }, 0],
  // Without customers there is nothing to be sorry for.
  [{ REQUIRE_2FA: 'off' }, 0],
])('with %j the log says so %d times that staff need no second factor', (settings, times) => {
  const warn = vi.fn()
  warnOfSettings(readConfig(settings), { warn } as unknown as Log)
  const lines = warn.mock.calls.filter(([{ setting }]) => setting === 'REQUIRE_2FA')
  expect(lines).toHaveLength(times)
})
