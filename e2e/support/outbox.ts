import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from './shop-test.ts'

/** All mails to an address; empty while there are none. */
async function openedMailsTo(outbox: string, email: string): Promise<Email[]> {
  const names = await readdir(outbox).catch(() => [] as string[])
  const files = names.filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

/** The texts of all mails to an address; empty while there are none. */
export async function mailsTo(outbox: string, email: string): Promise<string[]> {
  return (await openedMailsTo(outbox, email)).map(({ text }) => text ?? '')
}

/** Waits for the one mail to an address that is about something, by its subject. */
export async function mailAbout(outbox: string, email: string, subject: RegExp): Promise<Email> {
  const about = async () =>
    (await openedMailsTo(outbox, email)).filter((mail) => subject.test(mail.subject ?? ''))
  await expect.poll(about, { message: `mails about ${subject}`, timeout: 60_000 }).toHaveLength(1)
  const [mail] = await about()
  if (!mail) throw new Error(`The mail about ${subject} is gone.`)
  return mail
}
