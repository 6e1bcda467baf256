import { good, rows, type Scenario } from './scenario.ts'
import { password, type World } from './scenario-world.ts'

const profile = { name: 'Asha Rao', mobileno: '9876543210' }

const home = { label: 'Home', address: '12 Church Street', pincode: '560001', city: 'Bengaluru' }

/** What people change of their own account. */
export const goodAccount = ({
  manusSessionId,
  emailChangeToken,
  ashasAddressId,
}: World): Scenario[] => [
  good('POST /account/profile', 'changes name and mobile', { who: 'asha', body: profile }),
  good('GET /account/addresses', 'lists saved addresses', { who: 'asha' }),
  good('POST /account/addresses', 'saves an address', { who: 'asha', body: home }),
  good('POST /account/addresses/change', 'changes it', {
    who: 'asha',
    body: { ...home, id: ashasAddressId, label: 'Work' },
  }),
  good('POST /account/addresses/delete', 'deletes it', {
    who: 'asha',
    body: { id: ashasAddressId },
  }),
  good('POST /account/sessions/end', 'logs a device out', {
    who: 'who manages the account',
    body: { id: manusSessionId },
    endsSession: true,
  }),
  good('POST /account/email', 'asks for another email', {
    who: 'asha',
    body: { email: 'asha-too@example.in' },
  }),
  good('POST /account/email/confirm', 'confirms a change of email', {
    body: { token: emailChangeToken },
  }),
  good('POST /account/email/cancel', 'keeps the email', { who: 'asha' }),
  good('POST /account/password', 'changes the password', {
    who: 'who manages the account',
    body: { currentPassword: password, password: 'mango-cake' },
    endsSession: true,
  }),
  good('POST /account/sessions/end-all', 'logs all devices out', {
    who: 'who manages the account',
    endsSession: true,
  }),
]

const anotherId = '00000000-0000-4000-8000-000000000404'
const saving = (change: object) => ({ who: 'asha' as const, body: { ...home, ...change } })

export const refusedAccount: Scenario[] = [
  ...rows('POST /account/addresses', [
    ['letters in a mobile', saving({ mobile: '98765abcde' }), 422, ['mobile']],
    ['a long label', saving({ label: 'x'.repeat(41) }), 422, ['label']],
    ['a link for a name', saving({ name: 'www.evil.example' }), 422, ['name']],
  ]),
  ...rows('POST /account/addresses/change', [
    ['an address that is not there', saving({ id: anotherId }), 404],
  ]),
  ...rows('POST /account/addresses/delete', [
    ['an address that is not there', { who: 'asha', body: { id: anotherId } }, 404],
  ]),
  ...rows('POST /account/profile', [
    [
      'a mobile too long',
      { who: 'asha', body: { ...profile, mobileno: '98765432101' } },
      422,
      ['mobileno'],
    ],
  ]),
  ...rows('POST /account/password', [
    [
      'a wrong old password',
      { who: 'asha', body: { currentPassword: 'lemon-cake', password: 'mango-cake' } },
      422,
      ['currentPassword'],
    ],
    [
      'a common new one',
      { who: 'asha', body: { currentPassword: password, password: 'sunshine' } },
      422,
      ['password'],
    ],
  ]),
  ...rows('POST /account/email', [
    ['no email', { who: 'asha', body: { email: 'asha' } }, 422, ['email'], 'Invalid email'],
    ['one’s own', { who: 'asha', body: { email: 'ASHA@example.in' } }, 422, ['email']],
  ]),
  ...rows('POST /account/email/confirm', [
    ['a link that was never sent', { body: { token: 'x'.repeat(32) } }, 409],
  ]),
  ...rows('POST /account/sessions/end', [
    ['a session that is not there', { who: 'asha', body: { id: 'none' } }, 404],
  ]),
]
