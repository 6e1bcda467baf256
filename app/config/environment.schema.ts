import { z } from 'zod'
import { type State, stateNamed } from '#shop/values/gst/india-states.ts'
import { gstinError, gstStatuses } from '#shop/values/gst/taxpayer.ts'
import { parseLateScale } from '#shop/values/late-scale.ts'
import { sampleDetails } from '#shop/words/shop/sample-details.ts'

const text = (value: string) => z.string().trim().min(1, 'must not be blank').default(value)
const url = z.url({ protocol: /^https?$/, error: 'must be a URL such as https://example.in' })
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://, or be left out')
  .refine(
    (url) => !/^[^/]*\/\/[^/?]*,[^/?@]*([/?]|$)|[?&]host=[^&]*(,|%2c)/i.test(url),
    'must name one server, not several: give it an address that leads to the primary, such as that of a proxy',
  )
const flag = (value: 'on' | 'off') =>
  z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default(value)

const wholeNumber = (value: number, { min, max }: { min: number; max: number }) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error).default(value)
}

const sampleMap =
  'https://www.openstreetmap.org/export/embed.html?bbox=77.5907%2C12.9666%2C77.6107%2C12.9806&layer=mapnik&marker=12.9736%2C77.6007'

/** What a shop for customers does not do, unless ALLOW_INSECURE names it. */
const insecureSettings = [
  'sandbox',
  'readable-mails',
  'weak-secret',
  'plain-mail',
  'plain-database',
  'sample-details',
] as const

export type InsecureSetting = (typeof insecureSettings)[number]

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
      (url) => new URL(url).pathname === '/',
      'must be a URL without a path, such as https://cakewala.example',
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|on|[1-9])$/, "must be 'on', 'off', or how many proxies are in front")
    .default('off')
    .transform((word) => (word === 'off' ? 0 : word === 'on' ? 1 : Number(word))),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  DATA_DIR: text('./data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(10, { min: 2, max: 500 }),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(30, { min: 1, max: 3600 }),
  DRAIN_SECONDS: wholeNumber(0, { min: 0, max: 300 }),
  ALLOW_INSECURE: z
    .string()
    .default('')
    .transform((names) => names.split(',').map((name) => name.trim()))
    .transform((names) => names.filter((name) => name !== ''))
    .pipe(z.array(z.enum(insecureSettings, { error: `must name ${insecureSettings.join(', ')}` }))),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().default('admin@cakewala.test'),
  REQUIRE_2FA: flag('on'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  PAYMENTS: z
    .enum(['sandbox', 'upi', 'stripe', 'razorpay'], {
      error: "must be 'sandbox', 'upi', 'stripe' or 'razorpay'",
    })
    .default('sandbox'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  STRIPE_API_BASE: url.optional(),
  RAZORPAY_KEY_ID: z.string().regex(/^rzp_/, 'must begin with rzp_').optional(),
  RAZORPAY_KEY_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RAZORPAY_API_BASE: url.default('https://api.razorpay.com'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (url) => URL.canParse(url),
      'must be a URL such as smtps://user:password@mail.example.in',
    )
    .optional(),
  BACKUP_PUBLIC_KEY: z
    .string()
    .regex(/^age1[0-9a-z]+$/, 'must be a public key, which begins with age1')
    .optional(),
  STORAGE: z.enum(['disk', 's3'], { error: "must be 'disk' or 's3'" }).default('disk'),
  S3_ENDPOINT: url.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: text('ap-south-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAIL_FROM: text('shop@cakewala.test'),
  CONTACT_FORM_URL: url.optional(),
  MAP_EMBED_URL: url.default(sampleMap),
  SEED: z
    .enum(['sample', 'cakes', 'none'], { error: "must be 'sample', 'cakes' or 'none'" })
    .default('sample'),
  SHOP_NAME: text('Cakewala'),
  SHOP_LEGAL_NAME: z.string().trim().default(''),
  SHOP_ADDRESS: text(sampleDetails.address),
  SHOP_PHONE: text(sampleDetails.phone),
  SHOP_EMAIL: z.email('must be an email address').default(sampleDetails.email),
  SHOP_GRIEVANCE_NAME: z.string().optional(),
  SHOP_GRIEVANCE_TITLE: text('Grievance officer'),
  SHOP_GRIEVANCE_EMAIL: z.email('must be an email address').optional(),
  // At most 48 by the e-commerce rules.
  SHOP_GRIEVANCE_HOURS: wholeNumber(48, { min: 1, max: 48 }),
  // At most 90 by rule 14 of the DPDP Rules, and a month by the e-commerce rules.
  SHOP_GRIEVANCE_DAYS: wholeNumber(30, { min: 1, max: 30 }),
  SHOP_GST: z
    .enum(gstStatuses, { error: `must be one of ${gstStatuses.join(', ')}` })
    .default('regular'),
  SHOP_GSTIN: z
    .string()
    .trim()
    .toUpperCase()
    .refine((gstin) => gstinError(gstin) === null, 'must be a GSTIN without typing errors')
    .default(sampleDetails.gstin),
  SHOP_FSSAI: text(sampleDetails.fssai),
  // Of a shop without a GSTIN, which names the state of the others.
  SHOP_STATE: z
    .string()
    .default('Karnataka')
    .transform(stateNamed)
    .pipe(
      z.custom<State>((state) => state !== null, 'must be a state of India, such as Karnataka'),
    ),
  SHOP_UPI_ID: text(sampleDetails.upiId),
  SHOP_STRUCK_PRICE: flag('on'),
  // With less, the price of a cake that is ordered in the evening would have to be answered on the same evening.
  SHOP_CUSTOM_LEAD_HOURS: wholeNumber(48, { min: 36, max: 336 }),
  SHOP_LATE_SCALE: z
    .string()
    .default('30=delivery, 60=20%')
    .transform((text, { addIssue }) => {
      const scale = parseLateScale(text)
      if (!scale) addIssue("must be steps such as '30=delivery, 60=20%'")
      return scale ?? []
    }),
  MANAGER_REFUND_LIMIT: wholeNumber(2000, { min: 0, max: 1_000_000 }),
  MANAGER_DAY_LIMIT: wholeNumber(10_000, { min: 0, max: 1_000_000 }),
})

export type Environment = z.output<typeof environmentSchema>
