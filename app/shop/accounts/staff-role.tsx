import { createContext, useContext } from 'react'
import { may, type Permission, type Role } from './roles.ts'

/** The role of who works at a staff page, for its components. The server checks every call again. */
export const StaffRole = createContext<Role>('customer')

export function useMay(permission: Permission): boolean {
  return may(useContext(StaffRole), permission)
}
