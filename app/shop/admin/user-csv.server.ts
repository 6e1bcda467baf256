import type { CsvColumns } from '#platform/csv.server.ts'
import type { ListedUser } from '#shop/accounts/user-list.store.server.ts'
import { kolkataText } from './kolkata-text.ts'

export const userCsvColumns: CsvColumns<ListedUser> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile no', ({ mobileno }) => mobileno],
  ['Birthdate', ({ birthdate }) => birthdate],
  ['Admin', ({ isAdmin }) => (isAdmin ? 'yes' : 'no')],
  ['Registered at', ({ createdAt }) => kolkataText(createdAt)],
]
