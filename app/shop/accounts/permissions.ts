import { createContext, useContext } from 'react'
import type { Role } from './roles.ts'

/** What staff may do, and which roles besides the owner, who may do everything. */
const permissions = {
  'see-panel': ['manager', 'kitchen', 'counter', 'accountant'],
  'see-orders': ['manager', 'counter'],
  'edit-orders': ['manager', 'counter'],
  'see-kitchen': ['manager', 'kitchen', 'counter'],
  'prepare-items': ['manager', 'kitchen', 'counter'],
  quote: ['manager'],
  refund: ['manager'],
  'refund-any-amount': [],
  'see-sales': ['manager'],
  'see-money': ['accountant'],
  'close-day': [],
  'edit-cakes': ['manager'],
  'export-orders': ['manager'],
  'edit-delivery': ['manager'],
  'edit-words': [],
  'see-users': [],
  'read-mails': [],
  'see-audit-log': [],
  'see-security': [],
  'manage-staff': [],
} satisfies Record<string, readonly Exclude<Role, 'customer' | 'owner'>[]>

export type Permission = keyof typeof permissions
export const allPermissions = Object.keys(permissions) as Permission[]

/** The one rule of who may do what. */
export function may(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return role === 'owner' || allowed.includes(role)
}

declare module '#platform/http/endpoint.ts' {
  interface Caller {
    role: Role
  }
  interface Permissions extends Record<Permission, unknown> {}
}

/** The user's role, for components of staff pages. The server checks every call again. */
export const StaffRole = createContext<Role>('customer')

export function useMay(permission: Permission): boolean {
  return may(useContext(StaffRole), permission)
}
