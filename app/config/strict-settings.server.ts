import { StartupError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  type SampleDetail,
  sampleDetails,
  sampleDetailsIn,
} from '#shop/words/shop/sample-details.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import type { Config } from './config.server.ts'
import type { InsecureSetting } from './environment.schema.ts'

/** A shop whose address begins with https has customers: for it the strict rules hold. */
function isForCustomers({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}

/**
 * Checks that a shop for customers is safe to open.
 *
 * @throws StartupError with a sentence for each setting that is not, which says what to set
 */
export function assertStrictSettings(config: Config) {
  const broken = brokenRules(config).filter(({ rule }) => !config.allowInsecure.includes(rule))
  if (broken.length === 0) return
  const sentences = broken.map(({ rule, sentence }) => `${sentence} Or set ALLOW_INSECURE=${rule}.`)
  const several = broken.map(({ rule }) => rule).join(',')
  throw new StartupError(
    [
      `PUBLIC_URL is ${config.publicUrl}: a shop for customers. It does not open, because:`,
      ...sentences,
      ...(broken.length > 1 ? [`For all of them: ALLOW_INSECURE=${several}`] : []),
    ].join('\n'),
  )
}

/**
 * Checks that a shop where money moves does not name nobody's registration, licence, account or officer.
 *
 * @param shop its details, as its owner has saved them
 * @throws StartupError with the settings that are the sample's
 */
export function assertOwnDetails(config: Config, shop: ShopDetails) {
  const { payments, allowInsecure } = config
  if (!isForCustomers(config) || payments === 'sandbox') return
  if (allowInsecure.includes('sample-details')) return
  const details = typedDetails(shop)
  const settings = legalDetails
    .filter((name) => details[name] === sampleDetails[name])
    .map((name) => settingOfDetail[name])
  if (settings.length === 0) return
  throw new StartupError(
    `PUBLIC_URL is ${config.publicUrl}: a shop for customers. It does not open with what is the sample's: ${settings.join(', ')}. Set your own. Or set ALLOW_INSECURE=sample-details.`,
  )
}

const legalDetails = ['gstin', 'fssai', 'upiId', 'grievanceName'] as const

/** Logs what is allowed by name, and which details of the shop are still the sample's. */
export function warnOfSettings(config: Config, log: Log) {
  if (!isForCustomers(config)) return
  const broken = brokenRules(config).map(({ rule }) => rule)
  const allowed = mayMailInPlain(config) ? [...broken, 'plain-mail'] : broken
  if (allowed.length > 0) log.warn({ allowed }, 'ALLOW_INSECURE lets the shop open unsafely')
  const settings = sampleSettings(config)
  if (settings.length > 0) log.warn({ settings }, 'these details of the shop are samples')
  if (!config.requireSecondFactor) {
    log.warn({ setting: 'REQUIRE_2FA' }, 'off: staff log in with a password alone')
  }
}

function brokenRules(config: Config): { rule: InsecureSetting; sentence: string }[] {
  if (!isForCustomers(config)) return []
  const { payments, smtpUrl, databaseUrl, ownerDatabaseUrl, sessionSecret, admin } = config
  const rules: [isBroken: boolean, rule: InsecureSetting, sentence: string][] = [
    [
      payments === 'sandbox',
      'sandbox',
      'PAYMENTS=sandbox takes test cards and moves no money. Set it to upi, or to stripe or razorpay with their keys.',
    ],
    [
      !smtpUrl,
      'readable-mails',
      'Without SMTP_URL no mail is sent: all stay readable in DATA_DIR. Set it to your mail server.',
    ],
    [
      [sessionSecret, admin.password].some((secret) => secret !== undefined && isGuessable(secret)),
      'weak-secret',
      'SESSION_SECRET or ADMIN_PASSWORD is a sample or easily guessed. Leave it out, or set what "openssl rand -base64 32" prints.',
    ],
    [
      [databaseUrl, ownerDatabaseUrl].some((url) => url && isElsewhere(url) && !hasTls(url)),
      'plain-database',
      'DATABASE_URL or MIGRATION_DATABASE_URL leads to another machine without TLS. Add ?sslmode=verify-full to it.',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, rule, sentence]) => ({ rule, sentence }))
}

export function requiresMailTls(config: Config): boolean {
  const { smtpUrl = '', allowInsecure } = config
  return isForCustomers(config) && !allowInsecure.includes('plain-mail') && isElsewhere(smtpUrl)
}

/** Whether mails may go to another machine without TLS, because the operator allows it. */
function mayMailInPlain({ smtpUrl = '', allowInsecure }: Config): boolean {
  const mayLackTls = isElsewhere(smtpUrl) && !smtpUrl.startsWith('smtps:')
  return mayLackTls && allowInsecure.includes('plain-mail')
}

/** Words of samples, and texts of a few characters again and again. */
function isGuessable(secret: string): boolean {
  const isSample = /secret|change|example|sample|password|passw0rd|admin|cakewala|12345/i
  return isSample.test(secret) || new Set(secret).size < 6
}

/** Whether a URL names another machine than this one. A PostgreSQL URL may name a socket. */
function isElsewhere(url: string): boolean {
  const { hostname, searchParams } = URL.parse(url) ?? { hostname: '', searchParams: null }
  const host = hostname || searchParams?.get('host') || ''
  return !/^(|\/.*|localhost|127\.[\d.]+|\[::1\])$/.test(decodeURIComponent(host))
}

function hasTls(url: string): boolean {
  const params = URL.parse(url)?.searchParams
  const mode = params?.get('sslmode') ?? ''
  return ['require', 'verify-ca', 'verify-full'].includes(mode) || params?.get('ssl') === 'true'
}

const settingOfDetail: Record<SampleDetail, string> = {
  address: 'SHOP_ADDRESS',
  phone: 'SHOP_PHONE',
  email: 'SHOP_EMAIL',
  gstin: 'SHOP_GSTIN',
  fssai: 'SHOP_FSSAI',
  upiId: 'SHOP_UPI_ID',
  grievanceName: 'SHOP_GRIEVANCE_NAME',
}

/** The settings whose values customers would see, but are made up. */
function sampleSettings({ shop, admin, mailFrom }: Config): string[] {
  return [
    ...(admin.email.endsWith('.test') ? ['ADMIN_EMAIL'] : []),
    ...(/\.test>?$/.test(mailFrom) ? ['MAIL_FROM'] : []),
    ...sampleDetailsIn(typedDetails(shop)).map((name) => settingOfDetail[name]),
  ]
}
