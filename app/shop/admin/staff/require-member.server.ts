import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import { lockMember, lockOwners } from './staff.store.server.ts'

/**
 * Locks a member of the staff whom an owner is about to change.
 *
 * @throws AppError not_found; forbidden when the caller has just stopped being an owner
 */
export async function requireMember(tx: Database, { caller, id }: { caller: Caller; id: string }) {
  // First of all: two owners who demote each other must do so one after the other.
  const owners = await lockOwners(tx)
  if (!owners.includes(caller.id)) {
    throw new AppError('forbidden', 'Your role does not allow this any more.')
  }
  const member = await lockMember(tx, id)
  if (!member || !isStaff(member.role)) {
    throw new AppError('not_found', 'This person does not work here any more.')
  }
  return { member, isOnlyOwner: member.role === 'owner' && owners.length === 1 }
}
