import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** The texts of all mails to an address; empty while there are none. */
export async function mailsTo(outbox: string, email: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [] as string[])
  const files = names.filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ text }) => text ?? '')
}
