import { rows, type Scenario } from './scenario.ts'
import { password, type World } from './scenario-world.ts'

export const mira = {
  name: 'Mira Sen',
  email: 'mira@example.in',
  mobileno: '9123456780',
  date: '1999-01-31',
  password,
}

/** Refusals of the calls about accounts. */
export function refusedAccounts({ asha, ravi }: World): Scenario[] {
  const wrong = 'something is wrong'
  const token = 'x'.repeat(32)
  return [
    ...rows('POST /users/new', [
      ['a day that never was', { body: { ...mira, date: '2001-02-30' } }, 422, ['date']],
      ['an e-mail that is taken', { body: { ...mira, email: 'Asha@Example.in' } }, 409, ['email']],
      ['a mobile number too short', { body: { ...mira, mobileno: '98' } }, 422, ['mobileno']],
      ['a birthday to come', { body: { ...mira, date: '2999-01-01' } }, 422, ['date']],
    ]),
    ...rows('POST /users/login', [
      [
        'a wrong password',
        { body: { email: asha.email, password: 'x'.repeat(9) } },
        401,
        ['password'],
        wrong,
      ],
      [
        'an unknown e-mail',
        { body: { email: 'no@example.in', password } },
        401,
        ['password'],
        wrong,
      ],
    ]),
    ...rows('POST /users/getnamebyemail', [
      ['another’s name', { who: 'asha', body: { email: ravi.email } }, 403],
      ['the name of nobody', { who: 'asha', body: { email: 'no@example.in' } }, 403],
      [
        'the name of nobody, for an administrator',
        { who: 'admin', body: { email: 'no@example.in' } },
        404,
      ],
    ]),
    ...rows('POST /users/forgot-password', [
      ['no e-mail', { body: { email: 'asha' } }, 422, ['email'], 'Invalid email'],
    ]),
    ...rows('POST /users/reset-password', [
      ['a link that was never sent', { body: { token, password } }, 409],
    ]),
  ]
}

/** Refusals of the calls about all users. */
export function refusedUsers(): Scenario[] {
  const list = (query: string) => ({ path: `/users/allusers?${query}`, who: 'admin' as const })
  const file = (query: string) => ({ path: `/users/export?${query}`, who: 'admin' as const })
  return [
    ...rows('GET /users/allusers', [
      ['two letters', list('q=ab'), 422, ['q']],
      ['wildcards alone', list('q=%25%25%25'), 422, ['q']],
    ]),
    ...rows('GET /users/export', [['two letters', file('q=ab'), 422, ['q']]]),
  ]
}
