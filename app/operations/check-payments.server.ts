import { performance } from 'node:perf_hooks'
import { noTestPapers } from '#shop/consistency/paper-rules.store.server.ts'
import {
  type AccountCheck,
  type Finding,
  failure,
  ok,
  razorpayAccountCheck,
  stripeAccountCheck,
  warning,
} from '#shop/payments/check-accounts.server.ts'
import { type Config, readConfig } from '../config/config.server.ts'
import { checkShopConsistency } from './commands.server.ts'

/** Razorpay gives up on a webhook after this, in ms; Stripe waits longer. */
const webhookMs = 5000

/**
 * What keeps the shop with these settings from being paid, as far as it can be seen from here. It calls the active
 * provider and the running shop at PUBLIC_URL; nothing is charged.
 */
export async function checkPayments(
  environment: Record<string, string | undefined>,
): Promise<Finding[]> {
  const config = configOf(environment)
  if ('level' in config) return [config]
  const { payments, publicUrl } = config
  if (payments === 'upi') {
    const text = 'upi: nobody tells of payments. Somebody has to look, and to say what came.'
    return [ok('provider', text), ...checkMails(config), await checkPapers(config)]
  }
  const account = accountCheck(config)
  if (!account) {
    const text =
      'the sandbox takes test cards: orders are placed that nobody paid. Set PAYMENTS and the keys of a provider.'
    return [failure('provider', text)]
  }
  const webhookUrl = `${publicUrl}/api/v1/payments/webhook/${payments}`
  return [
    ok('provider', payments),
    ...account.readSettings(),
    ...(await account.callProvider(webhookUrl)),
    checkAddress(new URL(webhookUrl), account),
    await ping(webhookUrl, account),
    ...checkMails(config),
    await checkPapers(config),
  ]
}

function configOf(environment: Record<string, string | undefined>): Config | Finding {
  try {
    return readConfig(environment)
  } catch (error) {
    return failure('settings', error instanceof Error ? error.message : String(error))
  }
}

/** Null for the sandbox. */
function accountCheck({ payments, razorpay, stripe }: Config): AccountCheck | null {
  if (payments === 'razorpay' && razorpay) return razorpayAccountCheck(razorpay)
  return payments === 'stripe' && stripe ? stripeAccountCheck(stripe) : null
}

function checkAddress(webhookUrl: URL, account: AccountCheck): Finding {
  const about = 'PUBLIC_URL'
  const { protocol, origin } = webhookUrl
  const fault = account.addressError(webhookUrl)
  if (fault) return failure(about, fault)
  return protocol === 'https:'
    ? ok(about, origin)
    : failure(about, `${origin} is not https. Put the shop behind a proxy with a certificate.`)
}

/** Sends the running shop a signed webhook, as the provider would. */
async function ping(webhookUrl: string, account: AccountCheck): Promise<Finding> {
  const about = 'webhook at the shop'
  const { body, headers } = account.signPing()
  const startedAt = performance.now()
  try {
    const { status } = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      // Providers ignore redirects.
      redirect: 'manual',
      signal: AbortSignal.timeout(webhookMs),
    })
    const took = Math.round(performance.now() - startedAt)
    if (status === 204) {
      const text = `${webhookUrl} takes signed webhooks, in ${took} ms from this machine.`
      return ok(about, text)
    }
    return failure(about, `${webhookUrl} answered ${status}. ${pingHint(status)}`)
  } catch (error) {
    const text = `${webhookUrl} did not answer (${causeOf(error)}). Is the shop running, and does the name lead here?`
    return failure(about, text)
  }
}

function pingHint(status: number): string {
  if (status === 400) return 'The running shop has another webhook secret: restart it.'
  if (status === 404) return 'Something else answers there, or the shop runs with other settings.'
  if (status < 400) return 'It must answer itself: set PUBLIC_URL to where this leads.'
  return "Look at the log of the shop, or at the proxy's."
}

/** `fetch` has the reason in its cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Test orders beside real ones would be in the shop's books. */
async function checkPapers(config: Config): Promise<Finding> {
  const about = 'test orders'
  try {
    const { lines } = await checkShopConsistency(config, { withFiles: false, providerDays: null })
    const found = lines.find((line) => line.includes(noTestPapers.name))
    return found ? warning(about, found) : ok(about, 'There are none.')
  } catch (error) {
    return warning(about, `The database was not read (${causeOf(error)}).`)
  }
}

function checkMails({ smtpUrl, shop }: Config): Finding[] {
  return [
    smtpUrl
      ? ok('mails', 'SMTP_URL is set.')
      : failure('mails', 'SMTP_URL is not set: customers get no mail. Set it and MAIL_FROM.'),
    shop.email.endsWith('.test')
      ? warning('SHOP_EMAIL', `${shop.email} is made up: you get no word of failed refunds.`)
      : ok('SHOP_EMAIL', shop.email),
  ]
}
