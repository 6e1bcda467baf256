import { z } from 'zod'

export const ofOwnAccount = { method: 'POST', tag: 'Account', access: 'signed-in' } as const

export const ofUsers = { method: 'POST', tag: 'Users', access: 'anyone' } as const

/** A session has started; its token is also set as the cookie. */
export const signedInSchema = z.object({
  token: z.string(),
  isAdmin: z.boolean(),
  message: z.string(),
})
