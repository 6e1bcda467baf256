import type { Role } from '#shop/accounts/roles.ts'

export type StaffRole = Exclude<Role, 'customer'>

/** The roles of staff as people read them, and what each is for. */
export const staffRoleTexts: Record<StaffRole, { name: string; does: string }> = {
  kitchen: {
    name: 'Kitchen',
    does: 'Bake sheet and tickets. No prices, addresses or emails.',
  },
  counter: { name: 'Counter', does: 'Orders. No refunds or exports.' },
  manager: {
    name: 'Manager',
    does: 'Orders, quotes, refunds up to a limit, and the catalogue.',
  },
  accountant: {
    name: 'Accountant',
    does: 'The months’ money and papers. No orders, nothing to change.',
  },
  owner: { name: 'Owner', does: 'Everything, including staff.' },
}

export const staffRoleEntries = Object.entries(staffRoleTexts) as [
  StaffRole,
  (typeof staffRoleTexts)[StaffRole],
][]

export function roleName(role: Role): string {
  return role === 'customer' ? 'Customer' : staffRoleTexts[role].name
}
