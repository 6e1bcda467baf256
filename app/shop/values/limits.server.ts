import { daySeconds } from '#platform/durations.ts'
import type { Limit, Limits } from '#platform/http/limits/limiter.server.ts'

/** How long most attempts are counted, in seconds. */
const attemptWindowSeconds = 15 * 60

/** Of one person or one thing. */
const few = {
  max: 10,
  seconds: attemptWindowSeconds,
  isForgiven: true,
} as const
/** Of what many honest people share: a mobile carrier's network has thousands of customers. */
const many = { max: 100, seconds: attemptWindowSeconds } as const
const hour = { seconds: 60 * 60 } as const

const guessed = 'it can be guessed'
const crowd = 'strangers have as many names as they like, but few networks'
const works = 'each is work for the shop and its machine'
const mails = 'each is a mail to somebody'

/**
 * Every limit of what people may do, for the operator to read. A limiter is made of each, and docs/operations.md lists them.
 * What one process may do at once is limited where it is done.
 */
export const limits = {
  write: {
    max: 240,
    seconds: 60,
    inMemory: true,
    per: 'address, in each process',
    counts: 'changes of any kind',
    why: works,
  },

  login: {
    ...few,
    per: 'account and address',
    counts: 'attempts to log in; each counts 5 once `login-guesses` is reached',
    why: guessed,
  },
  'login-guesses': {
    max: 100,
    seconds: daySeconds,
    per: 'account',
    counts: 'wrong passwords of everybody; refuses nobody, mails the owner',
    why: 'a count of all addresses that refused would lock the owner out',
  },
  'login-address': { ...many, per: 'address', counts: 'attempts to log in', why: crowd },
  'login-code': { ...many, per: 'address', counts: 'codes of the second step', why: guessed },
  'login-passkey': {
    ...many,
    per: 'address',
    counts: 'logins by passkey, and their beginnings',
    why: crowd,
  },
  'password-again': {
    ...few,
    per: 'account',
    counts: 'passwords that are given again',
    why: guessed,
  },
  'first-code': {
    ...few,
    per: 'account',
    counts: 'first codes of an authenticator app',
    why: guessed,
  },
  register: {
    ...many,
    per: 'address',
    counts: 'registrations; one with an email that has an account counts 10',
    why: 'it tells that an email has an account',
  },
  guest: { ...many, per: 'address', counts: 'guests', why: crowd },
  'reset-password': {
    ...many,
    per: 'address',
    counts: 'new passwords by a mailed link',
    why: guessed,
  },
  'accept-invitation': {
    ...many,
    per: 'address',
    counts: 'invitations that are read or accepted',
    why: guessed,
  },
  'confirm-email': { ...many, per: 'address', counts: 'links that confirm an email', why: guessed },

  'forgot-password-address': {
    ...many,
    per: 'address',
    counts: 'requests for a link to a new password',
    why: mails,
  },
  reset: {
    ...hour,
    max: 2,
    per: 'mailbox',
    counts: 'links to a new password that strangers ask for; the answer to more is the same',
    why: mails,
  },
  'own-reset': {
    ...hour,
    max: 2,
    per: 'mailbox',
    counts: 'links to a new password that its owner asks for',
    why: mails,
  },
  'email-change': { ...few, per: 'account', counts: 'requests for another email', why: mails },
  'unsolicited-mail': {
    max: 5,
    seconds: daySeconds,
    per: 'mailbox without its `+tag`, and kind of mail',
    counts: 'mails that nobody is known to expect; more are held back',
    why: mails,
  },
  contact: { ...many, per: 'address', counts: 'messages by the contact form', why: mails },
  subscribe: { ...many, per: 'address', counts: 'newsletter forms', why: mails },
  'mail-link-address': {
    ...many,
    per: 'address',
    counts: 'requests to track an order',
    why: mails,
  },
  'mail-link': {
    ...few,
    per: 'order and address',
    counts: 'requests to track an order',
    why: 'the mobile number could be guessed',
  },

  'change-tracked': { ...few, per: 'order', counts: 'changes by a tracking link', why: works },
  'change-recipient': { ...few, per: 'order', counts: 'corrections by the recipient', why: works },
  'report-problem': { ...few, per: 'order', counts: 'messages about it', why: mails },
  'answer-quote': { ...many, per: 'address', counts: 'answers to prices', why: guessed },
  'pay-by-link': { ...many, per: 'address', counts: 'payments by a link', why: guessed },
  'pay-again': {
    ...few,
    per: 'order or quote',
    counts: 'payments that are started',
    why: 'stolen cards are tried out',
  },
  order: {
    ...many,
    per: 'address',
    counts: 'orders that are paid online',
    why: 'stolen cards are tried out',
  },
  coupon: { ...many, per: 'address', counts: 'coupons that are looked up', why: guessed },
  'request-cake': {
    max: 20,
    seconds: attemptWindowSeconds,
    per: 'address',
    counts: 'customised cakes, however many guests order them',
    why: 'each is work for the baker',
  },
  upload: {
    ...many,
    per: 'address',
    counts: 'pictures and drawn designs of customers',
    why: works,
  },
  'upload-stranger': {
    ...hour,
    max: 20,
    per: 'address',
    counts: 'pictures and drawn designs of strangers',
    why: works,
  },
  pictures: {
    max: 3_000,
    seconds: daySeconds,
    per: 'shop',
    counts: 'pictures of everybody but bakers',
    why: 'about a gigabyte a day',
  },
  'problem-photo': { ...few, per: 'order', counts: 'photos of a problem', why: works },
  'door-photo': { ...many, per: 'run', counts: 'photos at doors', why: works },
  invoice: { ...many, per: 'customer', counts: 'papers that are drawn', why: works },
  'papers-file': { ...few, per: 'colleague', counts: 'months of papers', why: works },
  waive: { ...few, per: 'colleague', counts: 'waived money', why: 'a stolen session' },
} satisfies Record<string, Limit>

/**
 * What reads of a network address may cost in each process: at once, and for each second after that. A page that is not cached
 * costs 3, a call 1. A school or a mobile carrier's network has many visitors behind it.
 */
const readLimit = { atOnce: 3_000, perSecond: 60 }

export const shopLimits: Limits = { counts: limits, reads: readLimit }
