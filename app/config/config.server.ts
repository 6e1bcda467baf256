import { resolve } from 'node:path'
import type { z } from 'zod'
import type { Storage } from '#platform/files/open-files.server.ts'
import type { S3Settings } from '#platform/files/s3-store.server.ts'
import type { LogLevel } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import type { RazorpaySettings } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import type { StripeSettings } from '#shop/payments/stripe/stripe-provider.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { type Environment, environmentSchema } from './environment.schema.ts'

export interface Config {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  publicUrl: string
  trustProxy: boolean
  logLevel: LogLevel
  dataDir: string
  databaseUrl: string | undefined
  /** Connections of one process to a PostgreSQL server, at the most. */
  databasePoolSize: number
  statementTimeoutSeconds: number
  /** Processes on this machine. */
  webConcurrency: number
  /** How long to go on answering, while saying that no more should come, when asked to stop. */
  drainSeconds: number
  metricsToken: string | undefined
  /** Where traces go; none are made without it. */
  tracesUrl: string | undefined
  sessionSecret: string | undefined
  admin: { email: string; password: string | undefined }
  /** Which provider takes new payments. */
  payments: 'sandbox' | 'stripe' | 'razorpay'
  /** The providers whose keys are set, also those that take no new payments. */
  stripe: StripeSettings | null
  razorpay: RazorpaySettings | null
  /** Where uploads live. */
  storage: Storage
  /** The bucket, also while it is not yet, or no more, where uploads live. */
  s3: S3Settings | null
  smtpUrl: string | undefined
  mailFrom: string
  seed: 'sample' | 'none'
  shop: ShopDetails
}

/**
 * Reads and checks the settings; the only place that knows their names.
 *
 * @throws StartupError naming every variable that is wrong, and why
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const checked = environmentSchema.safeParse(Object.fromEntries(given))
  if (!checked.success) throw new StartupError(sentences(checked.error, environment))
  const env = checked.data
  if (env.WEB_CONCURRENCY > 1 && !env.DATABASE_URL) {
    throw new StartupError(
      `The setting WEB_CONCURRENCY is ${env.WEB_CONCURRENCY}, but the embedded database belongs to a single process. Set DATABASE_URL to a PostgreSQL server, or leave WEB_CONCURRENCY out.`,
    )
  }
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    trustProxy: env.TRUST_PROXY === 'on',
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    statementTimeoutSeconds: env.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    webConcurrency: env.WEB_CONCURRENCY,
    drainSeconds: env.DRAIN_SECONDS,
    metricsToken: env.METRICS_TOKEN,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sessionSecret: env.SESSION_SECRET,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    payments: env.PAYMENTS,
    stripe: stripeSettings(env),
    razorpay: razorpaySettings(env),
    storage: env.STORAGE,
    s3: s3Settings(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    seed: env.SEED,
    shop: {
      name: env.SHOP_NAME,
      address: env.SHOP_ADDRESS,
      phone: env.SHOP_PHONE,
      email: env.SHOP_EMAIL,
      gstin: env.SHOP_GSTIN,
      fssai: env.SHOP_FSSAI,
      state: env.SHOP_STATE,
      upiId: env.SHOP_UPI_ID,
      publicUrl,
      mapEmbedUrl: env.MAP_EMBED_URL,
      contactFormUrl: env.CONTACT_FORM_URL ?? null,
      computedStruckPrice: env.SHOP_STRUCK_PRICE === 'on',
    },
  }
}

function stripeSettings(env: Environment): StripeSettings | null {
  const keys = together(env, env.PAYMENTS === 'stripe' && 'PAYMENTS=stripe', [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  if (!keys) return null
  const [secretKey, publishableKey, webhookSecret] = keys
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new StartupError(
      'The settings STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is for live payments, the other is not.',
    )
  }
  return { secretKey, publishableKey, webhookSecret, apiBase: env.STRIPE_API_BASE ?? null }
}

const isLive = (key: string) => /^[a-z]k_live_/.test(key)

function razorpaySettings(env: Environment): RazorpaySettings | null {
  const keys = together(env, env.PAYMENTS === 'razorpay' && 'PAYMENTS=razorpay', [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
  if (!keys) return null
  const [keyId, keySecret, webhookSecret] = keys
  return { keyId, keySecret, webhookSecret, apiBase: env.RAZORPAY_API_BASE.replace(/\/+$/, '') }
}

function s3Settings(env: Environment): S3Settings | null {
  const given = together(env, env.STORAGE === 's3' && 'STORAGE=s3', [
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ])
  if (!given) return null
  const [bucket, accessKeyId, secretAccessKey] = given
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env
  return { bucket, accessKeyId, secretAccessKey, region, endpoint: endpoint ?? null }
}

/**
 * The values of settings that make sense only together; null when none of them is given and nothing needs them.
 *
 * @throws StartupError naming one that is missing
 */
function together<const Names extends readonly (keyof Environment)[]>(
  env: Environment,
  neededBy: string | false,
  names: Names,
): { -readonly [K in keyof Names]: string } | null {
  const given = names.filter((name) => env[name] !== undefined)
  if (given.length === 0 && !neededBy) return null
  const missing = names.find((name) => env[name] === undefined)
  if (missing) {
    const reason = neededBy || given.join(' and ')
    throw new StartupError(
      `The setting ${missing} is missing: ${reason} needs it. Set it in the environment or in .env; .env.example explains it.`,
    )
  }
  return names.map((name) => String(env[name])) as { -readonly [K in keyof Names]: string }
}

const secrets = /SECRET|PASSWORD|TOKEN|_URL$/

function sentences(error: z.ZodError, environment: Record<string, string | undefined>): string {
  return error.issues
    .map(({ path, message }) => {
      const name = String(path[0])
      const value = secrets.test(name) ? '' : ` (it is '${environment[name]}')`
      return `The setting ${name} ${message}${value}. Set it in the environment or in .env; .env.example explains it.`
    })
    .join('\n')
}
