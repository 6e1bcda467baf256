import { good, rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

const invitation = { email: 'hand@example.in', role: 'kitchen' }

/** Test shops know no push service but those of this machine. */
const phone = {
  endpoint: 'http://127.0.0.1/phone',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}

/** How somebody joins the staff, changes the role and is invited in vain. */
export function goodStaff({ staff }: World): Scenario[] {
  const owner = { who: 'admin' as const }
  return [
    good('POST /staff/invite', 'invites a kitchen hand', { ...owner, body: invitation }),
    good('POST /staff/withdraw', 'withdraws an invitation', {
      ...owner,
      body: { id: staff.unwanted },
    }),
    good('POST /staff/role', 'makes a kitchen hand a manager', {
      ...owner,
      body: { id: staff.cookId, role: 'manager' },
    }),
    good('POST /staff/reset-second-factor', 'resets a colleague’s', {
      ...owner,
      body: { id: staff.cookId },
    }),
    good('POST /notices', 'chooses what to hear', {
      ...owner,
      body: { mail: ['order'], push: [], quietFrom: '22:00', quietUntil: '07:00' },
      more: { forShop: false },
    }),
    good('POST /notices/phone', 'is told on this phone', { ...owner, body: phone }),
    good('POST /notices/forget-phone', 'is told there no more', {
      ...owner,
      body: { endpoint: phone.endpoint },
    }),
    good('POST /staff/invitation', 'reads it', { body: { token: staff.openToken } }),
    good('POST /staff/accept', 'joins', {
      body: { token: staff.token, name: 'Meena', password: 'kulfi-and-tea' },
    }),
  ]
}

export function refusedStaff({ staff, ravi, asha }: World): Scenario[] {
  const owner = (body: object) => ({ who: 'admin' as const, body })
  const join = (more: object) => ({
    body: { token: staff.openToken, name: 'Meena', password: 'kulfi-and-tea', ...more },
  })
  return [
    ...rows('POST /staff/invite', [
      ['somebody of the staff', owner({ ...invitation, email: staff.cookEmail }), 409, ['email']],
    ]),
    ...rows('POST /notices', [
      ['quiet without an end', owner({ mail: [], quietFrom: '22:00' }), 422, ['quietUntil']],
    ]),
    ...rows('POST /notices/phone', [
      ['another server', owner({ ...phone, endpoint: 'https://evil.example/' }), 422, ['endpoint']],
    ]),
    ...rows('POST /staff/withdraw', [['an invitation that is none', owner({ id: 'none' }), 409]]),
    ...rows('POST /staff/role', [
      ['a customer by the back door', owner({ id: asha.email, role: 'manager' }), 404],
      ['the last owner', owner({ id: staff.ownerId, role: 'manager' }), 409],
    ]),
    ...rows('POST /staff/reset-second-factor', [
      ['a customer’s', owner({ id: asha.email }), 404],
      ['one’s own', owner({ id: staff.ownerId }), 409],
    ]),
    ...rows('POST /staff/invitation', [
      ['a link of our own making', { body: { token: 'made.up' } }, 404],
    ]),
    ...rows('POST /staff/accept', [
      ['a link of our own making', join({ token: 'made.up' }), 409],
      ['a link to an account of somebody logged out', { body: { token: staff.raviToken } }, 401],
      [
        'a link to another’s account',
        { who: 'asha', body: { token: staff.raviToken } },
        403,
        undefined,
        `This invitation is for ${ravi.email}. Please log in as that.`,
      ],
    ]),
  ]
}
