import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job } from '#platform/jobs/job.server.ts'
import { deletePhone, findPhone } from './notices.store.server.ts'

/** Sends one notification to one phone. It is retried for some hours. */
export const sendPush = {
  name: 'send-push',
  data: z.object({
    phoneId: z.uuid(),
    push: z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() }),
  }),
  retryLimit: 16,
  isPrompt: true,
} satisfies Job

export function sendPushHandler({ db, webPush }: AppContext) {
  return handles(sendPush, async ({ phoneId, push }) => {
    const phone = await findPhone(db, phoneId)
    if (phone && !(await webPush.send(phone, push))) await deletePhone(db, phone)
  })
}
