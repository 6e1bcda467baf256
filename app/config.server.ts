import { resolve } from 'node:path'
import { z } from 'zod'
import type { LogLevel } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

const text = (value: string) => z.string().trim().min(1, 'must not be blank').default(value)
const url = z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.in' })
const flag = (value: 'on' | 'off') =>
  z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default(value)

const sampleMap =
  'https://www.openstreetmap.org/export/embed.html?bbox=77.5907%2C12.9666%2C77.6107%2C12.9806&layer=mapnik&marker=12.9736%2C77.6007'

/** Every setting, as the environment has it; `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'must be development, production or test',
    })
    .default('production'),
  PORT: z.coerce
    .number({ error: 'must be a port number such as 3000' })
    .int()
    .min(1, 'must be a port number such as 3000')
    .max(65535, 'must be at most 65535')
    .default(3000),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: url
    .refine(
      (address) => new URL(address).pathname === '/',
      'must be an address without a path, such as https://cakewala.example',
    )
    .optional(),
  TRUST_PROXY: flag('off'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  DATA_DIR: text('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// (or be left out)')
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').toLowerCase().default('admin@cakewala.test'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  PAYMENTS: z
    .enum(['sandbox'], {
      error: "must be 'sandbox'; a real card company comes with a later version",
    })
    .default('sandbox'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (given) => URL.canParse(given),
      'must be an address such as smtps://user:password@mail.example.in',
    )
    .optional(),
  MAIL_FROM: text('Cakewala <shop@cakewala.test>'),
  CONTACT_FORM_URL: url.optional(),
  MAP_EMBED_URL: url.default(sampleMap),
  SEED: z.enum(['sample', 'none'], { error: "must be 'sample' or 'none'" }).default('sample'),
  SHOP_NAME: text('Cakewala'),
  SHOP_ADDRESS: text('12 Church Street, Bengaluru 560001'),
  SHOP_PHONE: text('+91 80 4123 4567'),
  SHOP_EMAIL: z.email('must be an e-mail address').default('shop@cakewala.test'),
  SHOP_GSTIN: text('29ABCDE1234F1Z5'),
  SHOP_FSSAI: text('11223344556677'),
  SHOP_STATE: text('Karnataka'),
  SHOP_UPI_ID: text('cakewala@upi'),
  SHOP_STRUCK_PRICE: flag('on'),
})

export interface Config {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  publicUrl: string
  trustProxy: boolean
  logLevel: LogLevel
  dataDir: string
  databaseUrl: string | undefined
  sessionSecret: string | undefined
  admin: { email: string; password: string | undefined }
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
    sessionSecret: env.SESSION_SECRET,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
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

const secrets = /SECRET|PASSWORD|_URL$/

function sentences(error: z.ZodError, environment: Record<string, string | undefined>): string {
  return error.issues
    .map(({ path, message }) => {
      const name = String(path[0])
      const value = secrets.test(name) ? '' : ` (it is '${environment[name]}')`
      return `The setting ${name} ${message}${value}. Set it in the environment or in .env; .env.example explains it.`
    })
    .join('\n')
}
