import { createContext, useContext } from 'react'
import { may, type Permission } from './permissions.ts'
import type { Role } from './roles.ts'

/** The user's role, for components of staff pages. The server checks every call again. */
export const StaffRole = createContext<Role>('customer')

export function useMay(permission: Permission): boolean {
  return may(useContext(StaffRole), permission)
}
