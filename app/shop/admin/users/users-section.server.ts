import type { Database } from '#platform/database/database.server.ts'
import { isShortUserText, parseUserSearch } from './user-search.ts'
import { countUsers, usersPage } from './users.store.server.ts'

/** Fewer than in an answer of the API: the section is one of four. */
const usersShown = 25

/** What the section 'Users' of the panel shows; `search` is the query of the page's address. */
export async function loadUsersSection({ db }: { db: Database }, search: URLSearchParams) {
  const asked = parseUserSearch(search)
  const isShort = isShortUserText(asked.q)
  const total = await countUsers(db)
  const { users, next } = await usersPage(db, isShort ? { ...asked, q: '' } : asked, usersShown)
  return {
    total,
    q: asked.q,
    isShort,
    isPaged: asked.after !== null,
    isAddressed: search.has('users') || search.has('usersAfter'),
    next,
    users: users.map(({ id, name, email, mobileno, birthdate }) => ({
      id,
      name,
      email,
      mobileno,
      birthdate,
    })),
  }
}
