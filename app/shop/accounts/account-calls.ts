import { z } from 'zod'

/** What the calls of an account's owner have in common. */
export const ofOwnAccount = { method: 'POST', tag: 'Account', access: 'signed-in' } as const

/** What the calls of those who log in have in common. */
export const ofUsers = { method: 'POST', tag: 'Users', access: 'anyone' } as const

/** A session has started; its token is also set as the cookie. */
export const signedInSchema = z.object({
  token: z.string(),
  isAdmin: z.boolean(),
  message: z.string(),
})
