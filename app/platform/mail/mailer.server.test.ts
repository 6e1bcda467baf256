import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from '../files/file-store.server.ts'
import { createOutboxMailer, createSmtpMailer, type Mail } from './mailer.server.ts'

const from = 'Cakewala <shop@cakewala.test>'
const mail: Mail = {
  id: 'order-placed-1',
  to: 'asha@example.in',
  subject: 'Your order 1001 is placed',
  html: '<p>₹900 for “Truffle Cake”</p>',
  text: '₹900 for “Truffle Cake”\n.\nThank you!',
}

let kept: Map<string, Uint8Array>
beforeEach(() => {
  kept = new Map()
})
const outbox: FileStore = {
  async put(key, bytes) {
    kept.set(key, bytes)
  },
  get: async () => null,
  async remove() {},
}

async function sent(change: Partial<Mail> = {}) {
  await createOutboxMailer(outbox, from).send({ ...mail, ...change })
  const [bytes] = [...kept.values()]
  return PostalMime.parse(bytes ?? '')
}

describe('a mail in the outbox', () => {
  it('is an .eml file that a mail program reads', async () => {
    const eml = await sent({ replyTo: 'ravi@example.in' })
    expect([...kept.keys()]).toEqual(['order-placed-1.eml'])
    expect(eml).toMatchObject({
      from: { name: 'Cakewala', address: 'shop@cakewala.test' },
      to: [{ address: 'asha@example.in' }],
      replyTo: [{ address: 'ravi@example.in' }],
      subject: mail.subject,
      messageId: '<order-placed-1@cakewala.test>',
    })
    expect(eml.html?.trim()).toBe(mail.html)
    expect(eml.text?.trim()).toBe(mail.text)
  })

  it('is the same mail when it is sent again', async () => {
    await sent()
    await sent()
    expect(kept.size).toBe(1)
  })

  it('says every script in its subject', async () => {
    const subject =
      'ನಿಮ್ಮ ಆದೇಶ 1001 🎂 ₹900 — “placed”, at last, in a subject longer than one line may be'
    expect((await sent({ subject })).subject).toBe(subject)
  })
})

describe('what others wrote stays in its place', () => {
  const sneaky = 'Hello\r\nBcc: spy@evil.example\r\n\r\n<script>'

  it.each(['subject', 'replyTo', 'to'] as const)('in %s no header can be added', async (field) => {
    const value = field === 'subject' ? sneaky : 'asha@example.in\r\nBcc: spy@evil.example'
    const eml = await sent({ [field]: value })
    expect(eml.bcc ?? []).toEqual([])
    expect(eml.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(eml.text?.trim()).toBe(mail.text)
  })

  it('a name in quotes cannot become another address', async () => {
    const eml = await sent({ replyTo: '"spy@evil.example," <asha@example.in>' })
    expect(eml.replyTo?.map(({ address }) => address)).toEqual(['asha@example.in'])
  })
})

describe('a mail by SMTP', () => {
  it('arrives with the id that makes it the same mail again', async () => {
    const server = await smtpServer()
    const mailer = createSmtpMailer(server.url, from)
    await mailer.send(mail)
    await mailer.send(mail)
    server.close()
    expect(server.mails).toHaveLength(2)
    for (const { recipients, data } of server.mails) {
      expect(recipients).toEqual(['asha@example.in'])
      const { messageId, text } = await PostalMime.parse(data)
      expect(messageId).toBe('<order-placed-1@cakewala.test>')
      expect(text?.trim()).toBe(mail.text)
    }
  })

  it('that is refused is an error, so that it is tried again', async () => {
    const server = await smtpServer({ refuses: true })
    await expect(createSmtpMailer(server.url, from).send(mail)).rejects.toThrow('550')
    server.close()
  })

  it('is an error when nobody answers', async () => {
    const server = await smtpServer()
    server.close()
    await expect(createSmtpMailer(server.url, from).send(mail)).rejects.toThrow('ECONNREFUSED')
  })
})

/** As much of a mail server as one mail needs. */
async function smtpServer({ refuses = false } = {}) {
  const mails: { recipients: string[]; data: string }[] = []
  const server = createServer((socket) => {
    let recipients: string[] = []
    let data: string | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null) {
        if (line !== '.') {
          data += `${line.replace(/^\.\./, '.')}\r\n`
          return
        }
        mails.push({ recipients, data })
        recipients = []
        data = null
        say('250 kept')
      } else if (/^RCPT/i.test(line)) {
        recipients.push(/<(.*?)>/.exec(line)?.[1] ?? '')
        say(refuses ? '550 nobody of that name' : '250 known')
      } else if (/^DATA/i.test(line)) {
        data = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        socket.end('221 bye\r\n')
      } else say('250 fine')
    }
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    say('220 mail.test')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() }
}
