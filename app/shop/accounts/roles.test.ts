import { describe, expect, it } from 'vitest'
import { allPermissions, may } from './permissions.ts'
import { isStaff, type Role, roles } from './roles.ts'

const allowed = (role: Role) => allPermissions.filter((permission) => may(role, permission))

describe('a role', () => {
  it('of the owner allows everything', () => {
    expect(allowed('owner')).toEqual(allPermissions)
  })

  it('of a customer allows nothing of the staff', () => {
    expect(allowed('customer')).toEqual([])
    expect(roles.filter(isStaff)).toEqual(['owner', 'manager', 'kitchen', 'counter', 'accountant'])
  })

  it('of a manager allows orders, quotes, refunds, the catalogue and delivery', () => {
    expect(allowed('manager')).toEqual([
      ...['see-panel', 'see-orders', 'edit-orders', 'see-kitchen', 'prepare-items'],
      ...['quote', 'refund'],
      ...['see-sales', 'edit-cakes', 'export-orders', 'edit-delivery'],
    ])
  })

  it('of the kitchen allows the bake sheet and its tickets', () => {
    expect(allowed('kitchen')).toEqual(['see-panel', 'see-kitchen', 'prepare-items'])
  })

  it('of the counter allows orders, without refunds and exports', () => {
    expect(allowed('counter')).toEqual([
      ...['see-panel', 'see-orders', 'edit-orders', 'see-kitchen', 'prepare-items'],
    ])
  })

  it('of an accountant allows the money of a month', () => {
    expect(allowed('accountant')).toEqual(['see-panel', 'see-money'])
  })
})
