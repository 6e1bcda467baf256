import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailServer, openMailServer, smtpError } from '../../../test/support/mail-server.ts'
import type { FileStore } from '../files/file-store.server.ts'
import { createOutboxMailer, createSmtpMailer, type Mail, MailError } from './mailer.server.ts'

const from = 'Cakewala <shop@cakewala.test>'
const mail: Mail = {
  id: 'order-placed-1',
  to: 'asha@example.in',
  subject: 'Your order 1001 is placed',
  html: '<p>₹900 for “Truffle Cake”</p>',
  text: '₹900 for “Truffle Cake”\n.\nThank you!',
}

let files: Map<string, Uint8Array>
beforeEach(() => {
  files = new Map()
})
const outbox: FileStore = {
  async put(key, bytes) {
    files.set(key, bytes)
  },
  get: async () => null,
  async remove() {},
}

async function sent(change: Partial<Mail> = {}, sender = from) {
  await createOutboxMailer(outbox, sender).send({ ...mail, ...change })
  const [bytes] = [...files.values()]
  return PostalMime.parse(bytes ?? '')
}

describe('a mail in the outbox', () => {
  it('is an .eml file that a mail program reads', async () => {
    const eml = await sent({ replyTo: 'ravi@example.in' })
    expect([...files.keys()]).toEqual(['order-placed-1.eml'])
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

  it.each([
    ['shop@cakewala.test', 'Meera’s Oven, Pune'],
    ['Orders <shop@cakewala.test>', 'Orders'],
  ])('of the sender %s is from %s', async (sender, name) => {
    const eml = await sent({ senderName: 'Meera’s Oven, Pune' }, sender)
    expect(eml.from).toEqual({ name, address: 'shop@cakewala.test' })
  })

  it('is the same mail when it is sent again', async () => {
    await sent()
    await sent()
    expect(files.size).toBe(1)
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
  /** For a server that is silent. */
  const shortTimeouts = {
    connectionTimeout: 2_000,
    greetingTimeout: 200,
    contentTimeout: 5_000,
    socketTimeout: 200,
  }
  const servers: MailServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function serverThat(behaviour: SMTPServerOptions = {}) {
    const server = await openMailServer(behaviour)
    servers.push(server)
    return server
  }

  /** The error of a mail that was not sent. */
  async function mailError(url: string, timeouts?: typeof shortTimeouts): Promise<MailError> {
    const failed = await createSmtpMailer(url, from, { timeouts })
      .send(mail)
      .catch((error: unknown) => error)
    if (!(failed instanceof MailError)) throw new Error(`not a MailError: ${failed}`)
    return failed
  }

  it('has the same Message-ID when it is sent again', async () => {
    const server = await serverThat()
    const mailer = createSmtpMailer(server.url, from)
    await mailer.send(mail)
    await mailer.send(mail)
    expect(server.mails).toHaveLength(2)
    for (const { recipients, messageId, text } of server.mails) {
      expect(recipients).toEqual(['asha@example.in'])
      expect(messageId).toBe('<order-placed-1@cakewala.test>')
      expect(text?.trim()).toBe(mail.text)
    }
  })

  it('carries its pictures, every script, and where to unsubscribe', async () => {
    const server = await serverThat()
    const bytes = Buffer.from([0, 255, 13, 10, 46, 13, 10, 128])
    const subject = 'ಆದೇಶ 1001 🎂 आशा ஆஷா — “placed”, in a subject longer than one line of a mail'
    await createSmtpMailer(server.url, from).send({
      ...mail,
      subject,
      html: '<img src="cid:cake" alt="आशा">',
      pictures: [{ cid: 'cake', filename: 'cake.jpg', type: 'image/jpeg', bytes }],
      unsubscribeLink: 'https://cakewala.test/unsubscribe?token=t',
    })
    const [taken] = server.mails
    expect(taken?.subject).toBe(subject)
    expect(taken?.html?.trim()).toBe('<img src="cid:cake" alt="आशा">')
    const [picture] = taken?.attachments ?? []
    expect(picture).toMatchObject({ contentId: '<cake>', disposition: 'inline' })
    expect(Buffer.from(picture?.content as ArrayBuffer)).toEqual(bytes)
    const unsubscribe = taken?.headers.find(({ key }) => key === 'list-unsubscribe')
    expect(unsubscribe?.value).toBe('<https://cakewala.test/unsubscribe?token=t>')
  })

  it.each([
    ['no such recipient', 550, '5.1.1 <asha@example.in> nobody of that name', true],
    ['a recipient it does not name', 553, 'not a mailbox here', true],
    ['a full mailbox, for now', 452, '4.2.2 mailbox full', false],
    ['greylisting', 451, '4.7.1 come back later', false],
    ['relaying denied', 554, '5.7.1 Relay access denied', false],
    ['sign-in required', 530, 'Authentication required', false],
    ['a command it does not know', 502, 'not implemented', false],
  ])('rejected at the recipient, %s: %i', async (_, code, words, isPermanent) => {
    const { url } = await serverThat({
      onRcptTo: (_to, _who, done) => done(smtpError(code, words)),
    })
    const failed = await mailError(url)
    expect(failed.isPermanent).toBe(isPermanent)
    expect(failed.message).toMatch(isPermanent ? /^The mail server rejected it: / : /server said: /)
    expect(failed.message).toContain(`${code} ${words.replace(/<.*?>/, '<…>')}`)
    expect(failed.message).not.toContain('asha')
  })

  it.each([
    [554, 'this looks like spam', true],
    [552, '5.3.4 too big', true],
    [550, '5.7.26 this sender is not authenticated', false],
    [451, 'try again', false],
  ])('rejected after its content, and so not arrived: %i %s', async (code, words, isPermanent) => {
    const { url } = await serverThat({
      onData(stream, _who, done) {
        stream.resume().on('end', () => done(smtpError(code, words)))
      },
    })
    expect(await mailError(url)).toMatchObject({
      isPermanent,
      isUnconfirmed: false,
      message: expect.stringContaining(`${code} ${words}`),
    })
  })

  it('rejected because of the sender may be sent later: the operator can correct that', async () => {
    const { url } = await serverThat({
      onMailFrom: (_from, _who, done) => done(smtpError(550, 'not a sender here')),
    })
    expect((await mailError(url)).isPermanent).toBe(false)
  })

  it('is accepted when it comes again after greylisting', async () => {
    const seen = new Set<string>()
    const server = await serverThat({
      onRcptTo({ address }, _who, done) {
        done(seen.has(address) ? null : smtpError(451, '4.7.1 greylisted'))
        seen.add(address)
      },
    })
    expect((await mailError(server.url)).isPermanent).toBe(false)
    await createSmtpMailer(server.url, from).send(mail)
    expect(server.mails).toHaveLength(1)
  })

  it('says that the password is wrong, without the password', async () => {
    const { url } = await serverThat({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _who, done) =>
        done(smtpError(535, `5.7.8 no ${username} with hunter2/3 = ${password}`)),
    })
    const { message, isPermanent } = await mailError(url.replace('//', '//baker:hunter2%2F3@'))
    expect(message).toBe('The mail server rejected the sign-in: 535 5.7.8 no … with … = …')
    expect(isPermanent).toBe(false)
  })

  it('is not sent to a server with an untrusted certificate', async () => {
    const { url } = await serverThat({ hideSTARTTLS: false })
    expect(await mailError(url)).toMatchObject({
      isPermanent: false,
      message: expect.stringMatching(/^The certificate of the mail server /),
    })
  })

  it('is encrypted if the server offers it', async () => {
    const secure: boolean[] = []
    const { url } = await serverThat({
      hideSTARTTLS: false,
      onRcptTo(_to, session, done) {
        secure.push(session.secure)
        done()
      },
    })
    await createSmtpMailer(`${url}?tls.rejectUnauthorized=false`, from).send(mail)
    expect(secure).toEqual([true])
  })

  it('is not sent to a server without TLS, if TLS is required', async () => {
    const server = await serverThat({ disabledCommands: ['STARTTLS'] })
    const sent = createSmtpMailer(server.url, from, { requireTls: true }).send(mail)
    await expect(sent).rejects.toThrow(MailError)
    expect(server.mails).toHaveLength(0)
  })

  const timedOut = 'The mail server did not respond in time.'
  const disconnected = 'The mail server closed the connection.'

  it('times out if the server never greets', async () => {
    const { url } = await serverThat({ onConnect: () => {} })
    expect(await mailError(url, shortTimeouts)).toMatchObject({
      message: timedOut,
      isPermanent: false,
    })
  })

  const mayHaveArrived = 'It may have arrived.'

  it('may have arrived if the server never responds to the content', async () => {
    const { url } = await serverThat({ onData: (stream) => void stream.resume() })
    expect(await mailError(url, shortTimeouts)).toMatchObject({
      message: `${timedOut} ${mayHaveArrived}`,
      isPermanent: false,
      isUnconfirmed: true,
    })
  })

  it('may have arrived if the connection breaks before the server has responded to it', async () => {
    const server = await serverThat({
      onData: (stream) => void stream.resume().on('end', () => server.hangUp()),
    })
    expect(await mailError(server.url)).toMatchObject({
      message: `${disconnected} ${mayHaveArrived}`,
      isPermanent: false,
      isUnconfirmed: true,
    })
  })

  it.each<[string, (hangUp: () => void) => SMTPServerOptions]>([
    ['before its content', (hangUp) => ({ onRcptTo: hangUp })],
    ['in the middle', (hangUp) => ({ onData: (stream) => void stream.once('data', hangUp) })],
  ])('is not lost, and has not arrived, when the connection breaks %s', async (_, behaviour) => {
    const server = await serverThat(behaviour(() => server.hangUp()))
    expect(await mailError(server.url)).toMatchObject({
      message: disconnected,
      isPermanent: false,
      isUnconfirmed: false,
    })
  })

  it('has not arrived if the server is silent before its content, which is not waited for as long', async () => {
    const { url } = await serverThat({ onMailFrom: () => {} })
    const timeouts = { ...shortTimeouts, contentTimeout: 200, socketTimeout: 60_000 }
    expect(await mailError(url, timeouts)).toMatchObject({
      message: timedOut,
      isUnconfirmed: false,
    })
  })

  it('is sent if the server takes its time with the content', async () => {
    const server = await serverThat({
      onData(stream, _who, done) {
        stream.resume().on('end', () => setTimeout(done, 600))
      },
    })
    const timeouts = { ...shortTimeouts, contentTimeout: 300, socketTimeout: 5_000 }
    await createSmtpMailer(server.url, from, { timeouts }).send(mail, async () => {})
  })

  it('is told of before its end, once it is all there', async () => {
    const server = await serverThat()
    const said: string[] = []
    await createSmtpMailer(server.url, from).send(mail, async () => {
      said.push(`${server.mails.length} taken`)
    })
    expect(said).toEqual(['0 taken'])
    expect(server.mails).toHaveLength(1)
  })

  it('is not sent if its end is not wanted', async () => {
    const server = await serverThat()
    const unwanted = new Error('somebody else sends it')
    const sent = createSmtpMailer(server.url, from).send(mail, () => Promise.reject(unwanted))
    await expect(sent).rejects.toBe(unwanted)
    expect(server.mails).toEqual([])
  })

  it('is not told of if the server rejects its recipient', async () => {
    const { url } = await serverThat({
      onRcptTo: (_to, _who, done) => done(smtpError(550, '5.1.1 nobody')),
    })
    const beforeEnd = vi.fn(async () => {})
    await expect(createSmtpMailer(url, from).send(mail, beforeEnd)).rejects.toThrow(MailError)
    expect(beforeEnd).not.toHaveBeenCalled()
  })

  it('is not lost when no server listens', async () => {
    const server = await openMailServer()
    await server.close()
    expect(await mailError(server.url)).toMatchObject({
      message: 'The mail server refused the connection.',
      isPermanent: false,
    })
  })
})
