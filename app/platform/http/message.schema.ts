import { z } from 'zod'

/** What a call answers that has nothing to say but that it is done: a sentence to show. */
export const messageSchema = z.object({ message: z.string() })
