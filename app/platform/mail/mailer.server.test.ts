import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, openMailServer, smtpError } from '../../../test/support/mail-server.ts'
import type { FileStore } from '../files/file-store.server.ts'
import { MailFault } from './mail-fault.server.ts'
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
  /** For a server that is silent. */
  const impatient = { connectionTimeout: 2_000, greetingTimeout: 200, socketTimeout: 200 }
  const servers: MailServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function serverThat(behaviour: SMTPServerOptions = {}) {
    const server = await openMailServer(behaviour)
    servers.push(server)
    return server
  }

  /** Why the mail did not go. */
  async function fault(url: string, patience?: typeof impatient): Promise<MailFault> {
    const failed = await createSmtpMailer(url, from, patience)
      .send(mail)
      .catch((error: unknown) => error)
    if (!(failed instanceof MailFault)) throw new Error(`no fault but ${failed}`)
    return failed
  }

  it('arrives with the id that makes it the same mail again', async () => {
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
    ['signing in wanted', 530, 'Authentication required', false],
    ['a command it does not know', 502, 'not implemented', false],
  ])('refused at the recipient, %s: %i', async (_, code, words, isForGood) => {
    const { url } = await serverThat({
      onRcptTo: (_to, _who, done) => done(smtpError(code, words)),
    })
    const failed = await fault(url)
    expect(failed.isForGood).toBe(isForGood)
    expect(failed.message).toMatch(isForGood ? /^The mail server refused it: / : /server said: /)
    expect(failed.message).toContain(`${code} ${words.replace(/<.*?>/, '<…>')}`)
    expect(failed.message).not.toContain('asha')
  })

  it.each([
    [554, 'this looks like spam', true],
    [552, '5.3.4 too big', true],
    [550, '5.7.26 this sender is not authenticated', false],
    [451, 'try again', false],
  ])('refused after its content: %i %s', async (code, words, isForGood) => {
    const { url } = await serverThat({
      onData(stream, _who, done) {
        stream.resume().on('end', () => done(smtpError(code, words)))
      },
    })
    expect(await fault(url)).toMatchObject({
      isForGood,
      message: expect.stringContaining(`${code} ${words}`),
    })
  })

  it('refused because of the sender is the shop’s to mend', async () => {
    const { url } = await serverThat({
      onMailFrom: (_from, _who, done) => done(smtpError(550, 'not a sender here')),
    })
    expect((await fault(url)).isForGood).toBe(false)
  })

  it('is accepted when it comes again after greylisting', async () => {
    const seen = new Set<string>()
    const server = await serverThat({
      onRcptTo({ address }, _who, done) {
        done(seen.has(address) ? null : smtpError(451, '4.7.1 greylisted'))
        seen.add(address)
      },
    })
    expect((await fault(server.url)).isForGood).toBe(false)
    await createSmtpMailer(server.url, from).send(mail)
    expect(server.mails).toHaveLength(1)
  })

  it('tells the operator that the password is wrong, and tells nobody the password', async () => {
    const { url } = await serverThat({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _who, done) =>
        done(smtpError(535, `5.7.8 no ${username} with hunter2/3 = ${password}`)),
    })
    const { message, isForGood } = await fault(url.replace('//', '//baker:hunter2%2F3@'))
    expect(message).toBe('The mail server does not let the shop in: 535 5.7.8 no … with … = …')
    expect(isForGood).toBe(false)
  })

  it('goes to no server whose certificate is not trusted', async () => {
    const { url } = await serverThat({ hideSTARTTLS: false })
    expect(await fault(url)).toMatchObject({
      isForGood: false,
      message: expect.stringMatching(/^The certificate of the mail server /),
    })
  })

  it('is encrypted where the server offers it', async () => {
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

  const notInTime = 'The mail server did not answer in time.'
  const hungUp = 'The mail server hung up.'

  it('waits no longer than it should for a server that never greets', async () => {
    const { url } = await serverThat({ onConnect: () => {} })
    expect(await fault(url, impatient)).toMatchObject({ message: notInTime, isForGood: false })
  })

  it('waits no longer than it should for an answer to its content', async () => {
    const { url } = await serverThat({ onData: (stream) => void stream.resume() })
    expect(await fault(url, impatient)).toMatchObject({ message: notInTime, isForGood: false })
  })

  it('is not lost when the line breaks in the middle of it', async () => {
    const server = await serverThat({ onData: (stream) => void stream.once('data', hangUp) })
    function hangUp() {
      server.hangUp()
    }
    expect(await fault(server.url)).toMatchObject({ message: hungUp, isForGood: false })
  })

  it('is not lost when nobody is there', async () => {
    const server = await openMailServer()
    await server.close()
    expect(await fault(server.url)).toMatchObject({
      message: 'The mail server refuses connections.',
      isForGood: false,
    })
  })
})
