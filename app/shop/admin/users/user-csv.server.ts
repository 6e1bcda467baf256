import type { CsvColumns } from '#platform/csv.server.ts'
import { kolkataText } from '../exports/kolkata-text.ts'
import type { ListedUser } from './users.store.server.ts'

export const userCsvColumns: CsvColumns<ListedUser> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile no', ({ mobileno }) => mobileno],
  ['Birthdate', ({ birthdate }) => birthdate],
  ['Admin', ({ isAdmin }) => (isAdmin ? 'yes' : 'no')],
  ['Registered at', ({ createdAt }) => kolkataText(createdAt)],
]
