import type { Role } from '#shop/accounts/roles.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'

/** An account in lists, without credentials. */
export interface ListedUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  /** 'YYYY-MM-DD' */
  birthdate: string | null
  role: Role
  createdAt: Date
}

/** A search for accounts, in the address of the dashboard and in the query of the API's call. */
export interface UserSearch {
  /** Part of a name, e-mail or mobile number; '' finds all. */
  q: string
  /** The id of the account after which the page begins; null for the newest. */
  after: string | null
}

export const shortUserText = 'Type at least 3 letters or digits of a name, email or mobile number.'

export function parseUserSearch(params: URLSearchParams): UserSearch {
  return {
    q: tidySearch(params.get('users')),
    after: tidySearch(params.get('usersAfter')) || null,
  }
}

/** Whether a text is too short to search for. The index needs three letters. */
export function isShortUserText(q: string): boolean {
  return q !== '' && (q.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0) < 3
}
