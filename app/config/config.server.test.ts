import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { readConfig, sessionSecret } from './config.server.ts'

describe('without any setting', () => {
  it('everything works offline on this machine', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trustProxy: 0,
      logLevel: 'info',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      sessionSecret: undefined,
      admin: { email: 'admin@cakewala.test', password: undefined },
      smtpUrl: undefined,
      seed: 'sample',
      shop: {
        name: 'Cakewala',
        contactFormUrl: null,
        computedStruckPrice: true,
        customLeadHours: 48,
      },
    })
  })

  it('an empty setting counts as none', () => {
    const empty = ['PORT', 'DATABASE_URL', 'SESSION_SECRET', 'SMTP_URL', 'SHOP_NAME', 'SEED']
    const environment = Object.fromEntries(empty.map((name) => [name, '']))
    expect(readConfig(environment)).toEqual(readConfig({}))
  })

  it('other variables of the environment do not matter', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/root', PORTS: 'x' })).toEqual(readConfig({}))
  })
})

describe('a setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  const file = join(folder, 'session')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is read from it', () => {
    writeFileSync(file, `${'s'.repeat(40)}\n`)
    expect(readConfig({ SESSION_SECRET_FILE: file }).sessionSecret).toBe('s'.repeat(40))
  })

  it('that is not there, or is set beside it, is told', () => {
    const missing = { SESSION_SECRET_FILE: join(folder, 'none') }
    expect(() => readConfig(missing)).toThrow(/SESSION_SECRET_FILE.*cannot be read \(ENOENT\)/)
    const both = { SESSION_SECRET: 's'.repeat(40), SESSION_SECRET_FILE: file }
    expect(() => readConfig(both)).toThrow('either SESSION_SECRET or SESSION_SECRET_FILE')
  })
})

describe('a setting', () => {
  it.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://cakewala.example/' }, { publicUrl: 'https://cakewala.example' }],
    [{ TRUST_PROXY: 'on' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{}, { trustProxy: 0 }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ DATA_DIR: '/srv/shop' }, { dataDir: '/srv/shop' }],
    [{ DATABASE_URL: 'postgresql://db/shop' }, { databaseUrl: 'postgresql://db/shop' }],
    [
      { DATABASE_URL: 'postgres://shop:a,b@db/shop?options=-cx=a,b' },
      { databaseUrl: 'postgres://shop:a,b@db/shop?options=-cx=a,b' },
    ],
    [{ ADMIN_EMAIL: 'Baker@Cakewala.Example' }, { admin: { email: 'baker@cakewala.example' } }],
    [{ SMTP_URL: 'smtps://mail.example' }, { smtpUrl: 'smtps://mail.example' }],
    [
      { SHOP_GSTIN: ' 07abcde1234f1z2 ', SHOP_STATE: 'Karnataka' },
      {
        shop: { gst: 'regular', gstin: '07ABCDE1234F1Z2', state: { code: '07', name: 'Delhi' } },
      },
    ],
    [
      { SHOP_GST: 'unregistered', SHOP_STATE: 'tamil nadu' },
      { shop: { gst: 'unregistered', gstin: '', state: { code: '33', name: 'Tamil Nadu' } } },
    ],
    [{ SHOP_NAME: ' Ovenly ' }, { shop: { name: 'Ovenly' } }],
    [
      { SHOP_GRIEVANCE_NAME: 'Ravi Rao', SHOP_EMAIL: 'hi@ovenly.in' },
      { shop: { grievance: { name: 'Ravi Rao', email: 'hi@ovenly.in', hours: 48, days: 30 } } },
    ],
    [{ SHOP_STRUCK_PRICE: 'off' }, { shop: { computedStruckPrice: false } }],
    [{ SHOP_CUSTOM_LEAD_HOURS: '72' }, { shop: { customLeadHours: 72 } }],
    [{ MANAGER_REFUND_LIMIT: '500' }, { shop: { managerRefundLimitPaise: 50_000 } }],
    [{ MANAGER_DAY_LIMIT: '900' }, { shop: { managerDayLimitPaise: 90_000 } }],
    [{ SHOP_LATE_SCALE: '45=50%' }, { shop: { lateScale: [{ minutes: 45, gives: 50 }] } }],
    [{ SEED: 'none' }, { seed: 'none' }],
    [{ SEED: 'cakes' }, { seed: 'cakes' }],
    [{ DATABASE_POOL_SIZE: '25' }, { databasePoolSize: 25 }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' }, { tracesUrl: 'http://otel:4318' }],
  ])('%j', (environment, config) => {
    expect(readConfig(environment)).toMatchObject(config)
  })

  it('SHOP_STRUCK_PRICE makes up no price where money moves', () => {
    const { shop } = readConfig({
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      SHOP_STRUCK_PRICE: 'on',
    })
    expect(shop.computedStruckPrice).toBe(false)
  })

  it('PUBLIC_URL is the address in pages and mails', () => {
    const { shop } = readConfig({ PUBLIC_URL: 'https://cakewala.example' })
    expect(shop.publicUrl).toBe('https://cakewala.example')
  })
})

it('a role for migrations is beside one that runs the shop', () => {
  expect(() => readConfig({ MIGRATION_DATABASE_URL: 'postgres://owner@db/shop' })).toThrow(
    'The setting DATABASE_URL is missing: MIGRATION_DATABASE_URL needs it.',
  )
})

describe('the keys of a payment provider', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }

  it('may stay set when another provider takes new payments', () => {
    expect(readConfig(keys)).toMatchObject({
      payments: 'sandbox',
      stripe: {
        secretKey: 'sk_1',
        publishableKey: 'pk_1',
        webhookSecret: 'whsec_1',
        apiBase: null,
      },
      razorpay: null,
    })
  })
})

it("keys of Stripe's live and test modes cannot be mixed", () => {
  const keys = (secret: string, publishable: string) => () =>
    readConfig({
      STRIPE_SECRET_KEY: secret,
      STRIPE_PUBLISHABLE_KEY: publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    })
  expect(keys('sk_live_1', 'pk_test_1')).toThrow('are of different modes')
  expect(keys('rk_test_1', 'pk_live_1')).toThrow('are of different modes')
  expect(keys('rk_live_1', 'pk_live_1')).not.toThrow()
  expect(keys('sk_test_1', 'pk_test_1')).not.toThrow()
})

describe('a wrong value stops the start with a sentence', () => {
  it.each([
    ['PORT', 'eighty', 'must be a port number such as 3000'],
    ['PORT', '0', 'must be a port number such as 3000'],
    ['PORT', '-1', 'must be a port number such as 3000'],
    ['PORT', '80.5', 'must be a port number such as 3000'],
    ['PORT', '65536', 'must be at most 65535'],
    ['HOST', '  ', 'must not be blank'],
    ['DATA_DIR', '  ', 'must not be blank'],
    ['SHOP_NAME', '\t', 'must not be blank'],
    ['SHOP_GST', 'none', 'must be one of regular, composition, unregistered'],
    ['SHOP_GSTIN', '29ABCDE1234F1Z5', 'must be a GSTIN without typing errors'],
    ['SHOP_STATE', 'Tamilnadu', 'must be a state of India, such as Karnataka'],
    ['NODE_ENV', 'staging', 'must be development, production or test'],
    ['TRUST_PROXY', 'true', "must be 'on', 'off', or how many proxies are in front"],
    ['TRUST_PROXY', '0', "must be 'on', 'off', or how many proxies are in front"],
    ['SHOP_GRIEVANCE_DAYS', '31', 'must be a whole number from 1 to 30'],
    ['SHOP_GRIEVANCE_HOURS', '49', 'must be a whole number from 1 to 48'],
    ['SHOP_STRUCK_PRICE', 'no', "must be 'on' or 'off'"],
    ['LOG_LEVEL', 'loud', 'must be debug, info, warn, error or silent'],
    ['ADMIN_EMAIL', 'admin', 'must be an email address'],
    ['SHOP_EMAIL', 'a@b', 'must be an email address'],
    ['SEED', 'wild', "must be 'sample', 'cakes' or 'none'"],
    ['PAYMENTS', 'cheque', "must be 'sandbox', 'upi', 'stripe' or 'razorpay'"],
    ['STORAGE', 'tape', "must be 'disk' or 's3'"],
    ['DRAIN_SECONDS', '-1', 'must be a whole number from 0 to 300'],
    ['DRAIN_SECONDS', 'many', 'must be a whole number from 0 to 300'],
    ['DATABASE_POOL_SIZE', '2.5', 'must be a whole number from 2 to 500'],
  ])('%s=%j', (name, value, why) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      `The setting ${name} ${why} (it is '${value}'). Set it in the environment or in .env; .env.example explains it.`,
    )
  })

  it.each([
    ['DATABASE_URL', 'mysql://shop:hunter2@db/shop', 'must begin with postgres://'],
    ['MIGRATION_DATABASE_URL', 'mysql://shop:hunter2@db/shop', 'must begin with postgres://'],
    [
      'DATABASE_URL',
      'postgres://shop@h1,h2/shop?target_session_attrs=primary',
      'must name one server',
    ],
    ['DATABASE_URL', 'postgres://shop:hunter2@h1:5432,h2:5432/shop', 'must name one server'],
    ['DATABASE_URL', 'postgres:///shop?host=h1%2Ch2', 'must name one server'],
    ['SMTP_URL', 'http://shop:hunter2@mail', 'must begin with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://shop:hunter2@[mail', 'must be a URL such as'],
    ['SESSION_SECRET', 'hunter2', 'must have at least 32 characters'],
    ['ADMIN_PASSWORD', 'hunter2', 'must have at least 8 characters'],
    ['PUBLIC_URL', 'ftp://hunter2.example', 'must be a URL such as'],
    ['PUBLIC_URL', 'https://hunter2.example/shop', 'must be a URL without a path'],
    ['CONTACT_FORM_URL', 'javascript:hunter2', 'must be a URL such as'],
    ['MAP_EMBED_URL', 'hunter2', 'must be a URL such as'],
    ['STRIPE_SECRET_KEY', 'hunter2', 'must begin with sk_ or rk_'],
    ['STRIPE_WEBHOOK_SECRET', 'hunter2', 'must begin with whsec_'],
    ['RAZORPAY_KEY_SECRET', 'hunter', 'must have at least 8 characters'],
    ['BACKUP_PUBLIC_KEY', 'AGE-SECRET-KEY-hunter2', 'must be a public key'],
    ['METRICS_TOKEN', 'hunter2', 'must have at least 16 characters'],
  ])('%s, without what it is', (name, value, why) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(`The setting ${name} ${why}`)
    expect(read).not.toThrow('hunter2')
  })

  it.each([
    [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY', 'PAYMENTS=stripe'],
    [
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1' },
      'STRIPE_WEBHOOK_SECRET',
      'PAYMENTS=stripe',
    ],
    [{ STRIPE_SECRET_KEY: 'sk_1' }, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
    [{ PAYMENTS: 'razorpay' }, 'RAZORPAY_KEY_ID', 'PAYMENTS=razorpay'],
    [{ STORAGE: 's3', S3_BUCKET: 'cakes' }, 'S3_ACCESS_KEY_ID', 'STORAGE=s3'],
  ])('or a missing one that %j needs', (environment, missing, because) => {
    expect(() => readConfig(environment)).toThrow(
      `The setting ${missing} is missing: ${because} needs it.`,
    )
  })

  it('all at once, each on its line', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x', SEED: 'x' })).toThrow(
      /^The setting PORT .*\.\nThe setting LOG_LEVEL .*\.\nThe setting SEED .*\.$/,
    )
  })

  it('is an error that the operator corrects', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(
      expect.objectContaining({ name: 'StartupError' }),
    )
  })
})

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cakewala-secret-'))
  file = join(folder, 'session-secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('processes that start at the same moment get the same secret, and later ones too', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => sessionSecret(undefined, folder)),
  )
  expect(new Set([...secrets, readFileSync(file, 'utf8')]).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sessionSecret(undefined, folder)).toBe(secrets[0])
})

test('a process waits for the secret that another one is writing', async () => {
  writeFileSync(file, '')
  const reading = sessionSecret(undefined, folder)
  writeFileSync(file, 'x'.repeat(40))
  expect(await reading).toBe('x'.repeat(40))
})

test('an incomplete secret stops the start', async () => {
  writeFileSync(file, 'x'.repeat(10))
  await expect(sessionSecret(undefined, folder)).rejects.toThrow(/is not complete/)
})

test('the configured secret is used, and none is created', async () => {
  const own = 'a secret of the operator, with enough letters'
  expect(await sessionSecret(own, folder)).toBe(own)
  expect(() => statSync(file)).toThrow('ENOENT')
})
