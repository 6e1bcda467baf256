import { daySeconds } from '#platform/clock.ts'
import type { Limit, Limits } from '#platform/http/limits/limiter.server.ts'

/** How long most attempts are counted. */
const usualSeconds = 15 * 60
const hourSeconds = 60 * 60

/** So many in so many seconds: of whom or what, what is counted, and why. */
const upTo =
  (max: number, seconds: number, more: Pick<Limit, 'inMemory' | 'isForgiven'> = {}) =>
  (per: string, counts: string, why: string): Limit => ({ max, seconds, per, counts, why, ...more })

/** Of one person or one thing. */
const few = upTo(10, usualSeconds, { isForgiven: true })
/** Of what many honest people share: a mobile carrier's network has thousands of customers. */
const many = upTo(100, usualSeconds)

const guessed = 'it can be guessed'
const crowd = 'strangers have as many names as they like, but few networks'
const works = 'each is work for the shop and its machine'
const mails = 'each is a mail to somebody'

/**
 * Every limit of what people may do, for the operator to read. A limiter is made of each, and docs/operations.md lists them.
 * What one process may do at once is limited where it is done.
 */
export const limits = {
  write: upTo(240, 60, { inMemory: true })(
    'address, in each process',
    'changes of any kind',
    works,
  ),

  login: few(
    'account and address',
    'attempts to log in; each counts 5 once `login-guesses` is reached',
    guessed,
  ),
  'login-guesses': upTo(100, daySeconds)(
    'account',
    'wrong passwords of everybody; refuses nobody, mails the owner',
    'a count of all addresses that refused would lock the owner out',
  ),
  'login-address': many('address', 'attempts to log in', crowd),
  'login-code': many('address', 'codes of the second step', guessed),
  'login-passkey': many('address', 'logins by passkey, and their beginnings', crowd),
  'password-again': few('account', 'passwords that are given again', guessed),
  'first-code': few('account', 'first codes of an authenticator app', guessed),
  register: many(
    'address',
    'registrations; one with an email that has an account counts 10',
    'it tells that an email has an account',
  ),
  guest: many('address', 'guests', crowd),
  'reset-password': many('address', 'new passwords by a mailed link', guessed),
  'accept-invitation': many('address', 'invitations that are read or accepted', guessed),
  'confirm-email': many('address', 'links that confirm an email', guessed),

  'forgot-password-address': many('address', 'requests for a link to a new password', mails),
  reset: upTo(2, hourSeconds)(
    'mailbox',
    'links to a new password that strangers ask for; the answer to more is the same',
    mails,
  ),
  'own-reset': upTo(2, hourSeconds)(
    'mailbox',
    'links to a new password that its owner asks for',
    mails,
  ),
  'email-change': few('account', 'requests for another email', mails),
  'unsolicited-mail': upTo(5, daySeconds)(
    'mailbox without its `+tag`, and kind of mail',
    'mails that nobody is known to expect; more are held back',
    mails,
  ),
  contact: many('address', 'messages by the contact form', mails),
  subscribe: many('address', 'newsletter forms', mails),
  'mail-link-address': many('address', 'requests to track an order', mails),
  'mail-link': few(
    'order and address',
    'requests to track an order',
    'the mobile number could be guessed',
  ),

  'change-tracked': few('order', 'changes by a tracking link', works),
  'change-recipient': few('order', 'corrections by the recipient', works),
  'report-problem': few('order', 'messages about it', mails),
  'answer-quote': many('address', 'answers to prices', guessed),
  'pay-by-link': many('address', 'payments by a link', guessed),
  'pay-again': few('order or quote', 'payments that are started', 'stolen cards are tried out'),
  order: many('address', 'orders that are paid online', 'stolen cards are tried out'),
  coupon: many('address', 'coupons that are looked up', guessed),
  'request-cake': upTo(20, usualSeconds)(
    'address',
    'customised cakes, however many guests order them',
    'each is work for the baker',
  ),
  upload: many('address', 'pictures and drawn designs of customers', works),
  'upload-stranger': upTo(20, hourSeconds)(
    'address',
    'pictures and drawn designs of strangers',
    works,
  ),
  pictures: upTo(3_000, daySeconds)(
    'shop',
    'pictures of everybody but bakers',
    'about a gigabyte a day',
  ),
  'problem-photo': few('order', 'photos of a problem', works),
  'door-photo': many('run', 'photos at doors', works),
  invoice: many('customer', 'papers that are drawn', works),
  'papers-file': few('colleague', 'months of papers', works),
  waive: few('colleague', 'waived money', 'a stolen session'),
} satisfies Record<string, Limit>

/**
 * What reads of a network address may cost in each process: at once, and for each second after that. A page that is not cached
 * costs 3, a call 1. A school or a mobile carrier's network has many visitors behind it.
 */
const readLimit = { atOnce: 3_000, perSecond: 60 }

export const shopLimits: Limits = { counts: limits, reads: readLimit }
