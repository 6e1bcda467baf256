import { expect, test } from 'vitest'
import { sessionFrom } from './session.ts'

const asha = 'user=asha%40example.in'

test.each([
  ['no cookies', '', null, null],
  ['other cookies', 'theuser=x; superuser=y', null, null],
  ['an emptied cookie', 'user=; isAdmin=', null, null],
  ['a broken cookie', 'user=%E0%A4%A', null, null],
  [
    'a customer',
    `${asha}; isAdmin=false`,
    null,
    { email: 'asha@example.in', isAdmin: false, role: 'customer', name: null },
  ],
  [
    'an admin',
    `isAdmin=true; ${asha}`,
    null,
    { email: 'asha@example.in', isAdmin: true, role: 'owner', name: null },
  ],
  [
    'a kitchen hand',
    `${asha}; isAdmin=true; role=kitchen`,
    null,
    { email: 'asha@example.in', isAdmin: true, role: 'kitchen', name: null },
  ],
  [
    'a role that there is not',
    `${asha}; isAdmin=false; role=king`,
    null,
    { email: 'asha@example.in', isAdmin: false, role: 'customer', name: null },
  ],
  [
    'an odd admin flag',
    `${asha}; isAdmin=trueish`,
    null,
    { email: 'asha@example.in', isAdmin: false, role: 'customer', name: null },
  ],
  [
    'a known name',
    asha,
    { email: 'asha@example.in', name: 'Asha Rao' },
    { email: 'asha@example.in', isAdmin: false, role: 'customer', name: 'Asha Rao' },
  ],
  [
    "another account's name",
    asha,
    { email: 'ravi@example.in', name: 'Ravi' },
    { email: 'asha@example.in', isAdmin: false, role: 'customer', name: null },
  ],
])('%s', (_, cookies, known, session) => {
  expect(sessionFrom(cookies, known)).toEqual(session)
})
