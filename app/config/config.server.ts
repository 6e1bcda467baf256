import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { StartupError } from '#platform/app-error.ts'
import type { S3Settings } from '#platform/files/s3-store.server.ts'
import type { RazorpaySettings } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import type { StripeSettings } from '#shop/payments/stripe/stripe-provider.server.ts'
import { firstAccent } from '#shop/values/accent.ts'
import { lawRates } from '#shop/values/gst/goods-rates.ts'
import { taxpayerOf } from '#shop/values/gst/taxpayer.ts'
import { toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { sampleDetails } from '#shop/words/shop/sample-details.ts'
import { type Environment, environmentSchema } from './environment.schema.ts'

/** The settings as the shop uses them. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads and validates the settings. Only app/config knows their names.
 *
 * @throws StartupError naming every variable that is wrong, and why
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const set = Object.entries(withFiles(environment)).filter(([, value]) => value)
  const parsed = environmentSchema.safeParse(Object.fromEntries(set))
  if (!parsed.success) throw new StartupError(sentences(parsed.error, environment))
  const env = parsed.data
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL) {
    throw new StartupError(
      'The setting DATABASE_URL is missing: MIGRATION_DATABASE_URL needs it. It leads to the same database by the role that runs the shop.',
    )
  }
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const isSample = env.PAYMENTS === 'sandbox'
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    // How many proxies in front write X-Forwarded-For.
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    // The same database as the role that owns its tables, if the shop runs as another.
    ownerDatabaseUrl: env.MIGRATION_DATABASE_URL,
    // Connections of one process to a PostgreSQL server, at most.
    databasePoolSize: env.DATABASE_POOL_SIZE,
    statementTimeoutSeconds: env.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    // How long to serve requests after SIGTERM, while /readyz says that no more should be sent.
    drainSeconds: env.DRAIN_SECONDS,
    allowInsecure: env.ALLOW_INSECURE,
    metricsToken: env.METRICS_TOKEN,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sessionSecret: env.SESSION_SECRET,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    // Whether staff need a second factor: where the shop has https, unless the operator says no.
    requireSecondFactor: publicUrl.startsWith('https:') && env.REQUIRE_2FA === 'on',
    payments: env.PAYMENTS,
    // The providers whose keys are set, also those that take no new payments.
    stripe: stripeSettings(env),
    razorpay: razorpaySettings(env),
    backupPublicKey: env.BACKUP_PUBLIC_KEY,
    storage: env.STORAGE,
    // The bucket, if it is configured, even if uploads are stored on disk.
    s3: s3Settings(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    seed: env.SEED,
    shop: {
      name: env.SHOP_NAME,
      legalName: env.SHOP_LEGAL_NAME,
      address: env.SHOP_ADDRESS,
      phone: env.SHOP_PHONE,
      email: env.SHOP_EMAIL,
      whatsapp: '',
      grievance: {
        name: env.SHOP_GRIEVANCE_NAME ?? (isSample ? sampleDetails.grievanceName : ''),
        title: env.SHOP_GRIEVANCE_TITLE,
        email: env.SHOP_GRIEVANCE_EMAIL ?? env.SHOP_EMAIL,
        hours: env.SHOP_GRIEVANCE_HOURS,
        days: env.SHOP_GRIEVANCE_DAYS,
      },
      ...taxpayerOf({ gst: env.SHOP_GST, gstin: env.SHOP_GSTIN, state: env.SHOP_STATE }),
      registrationToCome: null,
      sellsToOtherStates: false,
      rates: lawRates,
      fssai: env.SHOP_FSSAI,
      fssaiUntil: '',
      upiId: env.SHOP_UPI_ID,
      lateScale: env.SHOP_LATE_SCALE,
      // The specification's way: customised cakes are paid at the door.
      depositPercent: 0,
      balanceDays: 2,
      managerRefundLimitPaise: toPaise(env.MANAGER_REFUND_LIMIT),
      managerDayLimitPaise: toPaise(env.MANAGER_DAY_LIMIT),
      ...{ cashNeedsKnown: false, asksForReviews: true },
      publicUrl,
      mapEmbedUrl: env.MAP_EMBED_URL,
      ...{ mapPoint: '', instagram: '', facebook: '', youtube: '' },
      ...{ accent: firstAccent, logo: null },
      contactFormUrl: env.CONTACT_FORM_URL ?? null,
      isSample,
      isOpen: false,
      takesTestPayments: isSample || /^(sk|rk|rzp)_test_/.test(keyOf(env)),
      // A made-up reference price is unlawful advertising where it sells something.
      computedStruckPrice: env.SHOP_STRUCK_PRICE === 'on' && isSample,
      customLeadHours: env.SHOP_CUSTOM_LEAD_HOURS,
    } satisfies ShopDetails,
  }
}

/**
 * The environment with what files hold: `SESSION_SECRET_FILE=/run/secrets/session` is as `SESSION_SECRET` with the words
 * of that file.
 *
 * @throws StartupError for a file that cannot be read, and beside a setting of that name
 */
function withFiles(environment: Record<string, string | undefined>) {
  const values = { ...environment }
  for (const name of Object.keys(environmentSchema.shape)) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) {
      throw new StartupError(`Set either ${name} or ${name}_FILE, not both.`)
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StartupError(`The file of ${name}_FILE, ${file}, cannot be read (${code}).`)
    }
  }
  return values
}

/** The secret or id that says whether new payments are real. */
function keyOf({ PAYMENTS, STRIPE_SECRET_KEY = '', RAZORPAY_KEY_ID = '' }: Environment): string {
  if (PAYMENTS === 'upi') return ''
  return PAYMENTS === 'razorpay' ? RAZORPAY_KEY_ID : STRIPE_SECRET_KEY
}

function stripeSettings(env: Environment): StripeSettings | null {
  const keys = requireTogether(env, env.PAYMENTS === 'stripe' && 'PAYMENTS=stripe', [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  if (!keys) return null
  const [secretKey, publishableKey, webhookSecret] = keys
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new StartupError(
      'The settings STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is for live payments, the other for tests.',
    )
  }
  return { secretKey, publishableKey, webhookSecret, apiBase: env.STRIPE_API_BASE ?? null }
}

const isLive = (key: string) => /^[a-z]k_live_/.test(key)

function razorpaySettings(env: Environment): RazorpaySettings | null {
  const keys = requireTogether(env, env.PAYMENTS === 'razorpay' && 'PAYMENTS=razorpay', [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
  if (!keys) return null
  const [keyId, keySecret, webhookSecret] = keys
  return { keyId, keySecret, webhookSecret, apiBase: env.RAZORPAY_API_BASE.replace(/\/+$/, '') }
}

function s3Settings(env: Environment): S3Settings | null {
  const values = requireTogether(env, env.STORAGE === 's3' && 'STORAGE=s3', [
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ])
  if (!values) return null
  const [bucket, accessKeyId, secretAccessKey] = values
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env
  return { bucket, accessKeyId, secretAccessKey, region, endpoint: endpoint ?? null }
}

/**
 * The values of settings that are needed together; null if none of them is set and nothing needs them.
 *
 * @throws StartupError naming one that is missing
 */
function requireTogether<const Names extends readonly (keyof Environment)[]>(
  env: Environment,
  neededBy: string | false,
  names: Names,
): { -readonly [K in keyof Names]: string } | null {
  const present = names.filter((name) => env[name] !== undefined)
  if (present.length === 0 && !neededBy) return null
  const missing = names.find((name) => env[name] === undefined)
  if (missing) {
    const reason = neededBy || present.join(' and ')
    throw new StartupError(
      `The setting ${missing} is missing: ${reason} needs it. Set it in the environment or in .env; .env.example explains it.`,
    )
  }
  return names.map((name) => String(env[name])) as { -readonly [K in keyof Names]: string }
}

/** A setting that is named after a public key may by mistake have the secret one. */
const secrets = /SECRET|PASSWORD|TOKEN|_KEY|_URL$/

function sentences(error: z.ZodError, environment: Record<string, string | undefined>): string {
  return error.issues
    .map(({ path, message }) => {
      const name = String(path[0])
      const value = secrets.test(name) ? '' : ` (it is '${environment[name]}')`
      return `The setting ${name} ${message}${value}. Set it in the environment or in .env; .env.example explains it.`
    })
    .join('\n')
}

/** How long another process may take to write the file that it has created, in ms. */
const writeTimeoutMs = 1000
const minLength = 32

/**
 * The secret that signs sessions: the operator's, or a random one that is stored in the data folder. Processes that start
 * at the same moment get the same secret.
 *
 * @throws StartupError when the stored secret is too short
 */
export async function sessionSecret(
  configured: string | undefined,
  dataDir: string,
): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, 'session-secret')
  const created = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, created, { flag: 'wx', mode: 0o600, flush: true })
    return created
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecret(file, writeTimeoutMs)
}

async function readSecret(file: string, timeoutMs: number): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length >= minLength) return secret
  if (timeoutMs <= 0) {
    throw new StartupError(
      `The secret in ${file} is not complete, perhaps because of a crash. Restore the file from a backup, or delete it: then everybody has to log in again.`,
    )
  }
  await pause(20)
  return readSecret(file, timeoutMs - 20)
}
