import { z } from 'zod'

/** The response of a call that only says that it is done: a sentence to show. */
export const messageSchema = z.object({ message: z.string() })
