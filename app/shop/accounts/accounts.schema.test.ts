import { expect, test } from 'vitest'
import { loginSchema, registrationSchemaAt, resetPasswordSchema } from './accounts.schema.ts'

// 2026-03-10 in Kolkata, still the 9th in UTC.
const schema = registrationSchemaAt({ now: () => new Date('2026-03-09T19:00:00Z') })

const asha = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1995-04-23',
  password: 'mango-cake',
}

const tooYoung = 'Accounts are for people of 18 or older. A parent or guardian can order for you.'

/** The first sentence for each field at fault. */
function errorsOf(input: unknown, by: typeof schema | typeof loginSchema = schema) {
  const errors: Record<string, string> = {}
  for (const { path, message } of by.safeParse(input).error?.issues ?? []) {
    errors[path.join('.')] ??= message
  }
  return errors
}

test('accepts a registration and trims it, with the e-mail in lower case', () => {
  const input = {
    ...asha,
    name: '  Asha Rao ',
    email: ' Asha@Example.IN ',
    mobileno: ' 9876543210',
  }
  expect(schema.parse(input)).toEqual(asha)
})

test.each([
  ['mobileno', '\u202a+91 98765\u201143210\u202c'],
  ['email', '\u2066asha＠example.in\u2069\u200b'],
  ['name', 'Asha\u00a0\u200eRao'],
  ['date', '१९९५–04–23'],
])('%s %j is understood', (field, typed) => {
  expect(schema.parse({ ...asha, [field]: typed })).toEqual(asha)
})

test('a number abroad is kept with its code, and a password as it is', () => {
  const typed = { ...asha, mobileno: '+971 50 123 4567', password: ' ｐ\u200bass–१२३४ ' }
  expect(schema.parse(typed)).toEqual({ ...typed, mobileno: '+971501234567' })
})

test('names every field that is missing or empty', () => {
  const sentences = {
    name: 'Name is required',
    email: 'Email is required',
    mobileno: 'MobileNo is required',
    date: 'Birthdate is required',
    password: 'Password is required',
  }
  expect(errorsOf({})).toEqual(sentences)
  expect(errorsOf({ name: ' ', email: ' ', mobileno: '', date: '', password: '' })).toEqual(
    sentences,
  )
})

test.each([
  ['name', 'x'.repeat(61), 'Name must be at most 60 characters'],
  ['email', 'asha', 'Invalid email'],
  ['email', 'asha@', 'Invalid email'],
  ['email', `${'a'.repeat(250)}@example.in`, 'Invalid email'],
  ['mobileno', '987654321', 'too short'],
  ['mobileno', '98765432101', 'too long'],
  ['mobileno', '98765 4321', 'too short'],
  ['mobileno', '+919876543', 'too short'],
  ['mobileno', '98765 43210 1', 'too long'],
  ['mobileno', '98765abc10', 'Use digits only, such as 9876543210'],
  ['mobileno', 9876543210, 'MobileNo is required'],
  ['date', '2026-03-11', 'Birthdate must be in the past'],
  ['date', '2026-03-10', tooYoung],
  ['date', '2008-03-11', tooYoung],
  ['date', '1899-12-31', 'Birthdate must be after 1900'],
  ['date', '1995-02-30', 'Birthdate must be a date such as 1995-04-23'],
  ['date', '23/04/1995', 'Birthdate must be a date such as 1995-04-23'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
])('%s %j: %s', (field, value, sentence) => {
  expect(errorsOf({ ...asha, [field]: value })).toEqual({ [field]: sentence })
})

test.each([
  ['password', '12345678'],
  ['password', 'x'.repeat(128)],
  ['password', '  8 chars '],
  ['date', '2008-03-10'],
])('%s %j is fine', (field, value) => {
  expect(errorsOf({ ...asha, [field]: value })).toEqual({})
})

test.each([
  [
    'the day before the birthday, in UTC already that day',
    '2026-11-21T18:29:59Z',
    '2008-11-22',
    false,
  ],
  ['the birthday, as it begins in Kolkata', '2026-11-21T18:30:00Z', '2008-11-22', true],
  ['28 February, for a birthday on the 29th', '2026-02-28T12:00:00Z', '2008-02-29', false],
  ['1 March, for a birthday on 29 February', '2026-02-28T18:30:00Z', '2008-02-29', true],
])('of age on %s', (_, now, date, isAdult) => {
  const then = registrationSchemaAt({ now: () => new Date(now) })
  expect(errorsOf({ ...asha, date }, then)).toEqual(isAdult ? {} : { date: tooYoung })
})

test('unknown fields are dropped, isAdmin too', () => {
  expect(schema.parse({ ...asha, isAdmin: true })).toEqual(asha)
})

test('login requires an e-mail and a password of 8 characters', () => {
  expect(errorsOf({}, loginSchema)).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(errorsOf({ email: 'x', password: '1234567' }, loginSchema)).toEqual({
    email: 'Invalid email',
    password: 'Password must be at least 8 characters',
  })
})

test('a link without its token is incomplete', () => {
  const { error } = resetPasswordSchema.safeParse({ token: '', password: 'mango-cake' })
  expect(error?.issues[0]?.message).toBe(
    'The link is incomplete. Please open it again from the email.',
  )
})

test('the token of a link is read without the sign that stood behind it', () => {
  const typed = { token: 'abc.def)', password: 'mango-cake' }
  expect(resetPasswordSchema.parse(typed).token).toBe('abc.def')
})
