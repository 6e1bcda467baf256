import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import { handles, type Job } from '#platform/jobs/job.server.ts'
import type { Push } from '#platform/push/web-push.server.ts'
import { type MailContent, type MailKinds, queueMail } from '#shop/mails/mail-kind.server.ts'
import type { MailRow } from '#shop/mails/mails.store.server.ts'
import type { Notice } from '#shop/mails/notice-events.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { mayHear, quietSeconds } from './notice-wishes.ts'
import {
  deletePhone,
  findHearers,
  findPhone,
  findPhones,
  findWishesOfShop,
  type Hearer,
} from './notices.store.server.ts'

/** What a colleague's copy of a mail to the shop has besides its data. */
const copySchema = z.object({ userId: z.string() })

/**
 * Tells colleagues what a mail to the shop is about, each once by every way that they chose, however often it is called. A
 * copy is a mail of its own, which says whose it is.
 *
 * @returns whom this mail itself goes to: the shop, or of a copy the colleague; '' if they do not want it
 */
export async function tellColleagues(
  shop: AppContext,
  mail: Pick<MailRow, 'id' | 'kind' | 'data' | 'createdAt'>,
  content: MailContent & { notice: Notice },
): Promise<string> {
  const { to, notice } = content
  const { event, day } = notice
  const hearers = (await findHearers(shop.db)).filter(({ role }) => mayHear(role, event))
  const shopHears = (await findWishesOfShop(shop.db)).mail.includes(event)
  const byMail = hearers.filter(
    ({ wishes, email }) => wishes.mail.includes(event) && !(shopHears && email === to),
  )
  const copy = copySchema.safeParse(mail.data).data
  if (copy) return byMail.find(({ id }) => id === copy.userId)?.email ?? ''
  const now = shop.clock.now()
  const isForToday = day !== undefined && day <= kolkataDay(now)
  const waits = (hearer: Hearer) => (isForToday ? 0 : quietSeconds(hearer, now))
  const byPush = new Map(
    hearers
      .filter(({ wishes }) => wishes.push.includes(event))
      .map((hearer) => [hearer.id, hearer]),
  )
  const isNews = now.getTime() - mail.createdAt.getTime() < dayMs
  const known = isNews ? await findPhones(shop.db) : []
  const phones = known.filter(({ userId }) => byPush.has(userId))
  if (byMail.length + phones.length === 0) return shopHears ? to : ''
  await shop.db.transaction(async (tx) => {
    for (const hearer of byMail) {
      const kind = mail.kind as keyof MailKinds
      const id = `${mail.id.slice(kind.length + 1)}-to-${hearer.id}`
      const data = { ...(mail.data as object), userId: hearer.id } as never
      await queueMail(shop, tx, kind, id, data, {}, waits(hearer))
    }
    for (const phone of phones) {
      const hearer = byPush.get(phone.userId)
      await shop.jobs.enqueue(
        tx,
        sendPush,
        { phoneId: phone.id, push: pushOf(mail.id, content, shop.shop.publicUrl) },
        { startAfterSeconds: hearer && waits(hearer), id: uuidOf(`${mail.id} ${phone.id}`) },
      )
    }
  })
  return shopHears ? to : ''
}

/** The mail in two lines; a press opens the page of its button. */
function pushOf(tag: string, { subject, preview, parts }: MailContent, publicUrl: string): Push {
  const [href = `${publicUrl}/admin`] = parts.flatMap((part) =>
    part && typeof part === 'object' && 'href' in part ? part.href : [],
  )
  return { title: subject, body: preview, path: href.slice(publicUrl.length), tag }
}

/** The same for the same text. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Sends one notification to one phone. It is retried for some hours. */
const sendPush = {
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
