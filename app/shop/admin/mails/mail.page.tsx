import { ChevronLeft, Download } from 'lucide-react'
import { useRef } from 'react'
import { data, Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { fileUrl, saveFile } from '#platform/http/api-client.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { buttonLook } from '#ui/button.tsx'
import type { Route } from './+types/mail.page.ts'
import {
  type mailFileEndpoint,
  type mailHtmlEndpoint,
  mailIdSchema,
} from './admin-mails.endpoints.ts'
import { findListedMail } from './admin-mails.store.server.ts'
import { canBeSentAgain, type ListedMail } from './mail-list.ts'
import { MailStatusText, SendAgain, useRefresh } from './mail-status.tsx'
import { hidesTokens, type OpenedMail, openMail } from './read-mail.server.ts'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const { db, outbox, ...app } = context.get(appContext)
  const { id: userId } = await requireStaff({ request, url }, app, 'read-mails', {
    recentPassword: true,
  })
  const id = mailIdSchema.safeParse(params.id)
  const mail = id.success ? await findListedMail(db, id.data) : null
  if (!mail) throw data('Not found', { status: 404 })
  const file = outbox ? await outbox.get(outboxKey(mail.id)) : null
  if (file) {
    await app.securityLog.record({ kind: 'mail-read', userId, details: { mail: mail.id } })
  }
  return {
    mail,
    opened: file ? await openMail(file, { isHidden: hidesTokens(app.shop) }) : null,
    isStored: outbox !== null,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Email | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

const keep = keepLastRead()

// The page reloads a waiting mail, and stays when the network is lost for a moment.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export default function MailPage({ loaderData: { mail, opened, isStored } }: Route.ComponentProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useRefresh([mail])
  return (
    <div className="grid gap-5">
      <Link
        to="/admin/outbox"
        className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold text-berry underline underline-offset-3"
      >
        <ChevronLeft size={18} aria-hidden="true" />
        All emails
      </Link>
      <h1 ref={title} tabIndex={-1} className="text-3xl wrap-anywhere">
        {mail.subject ?? mail.kind}
      </h1>
      <div className="card grid gap-4 p-4 text-sm md:p-6">
        <Facts mail={mail} opened={opened} isStored={isStored} />
        <div className="flex flex-wrap items-center gap-3">
          {canBeSentAgain(mail) && <SendAgain mail={mail} onDone={() => title.current?.focus()} />}
          {opened && <DownloadLink id={mail.id} />}
        </div>
      </div>
      {opened ? (
        <Content mail={mail} opened={opened} />
      ) : (
        <NothingToRead mail={mail} isStored={isStored} />
      )}
    </div>
  )
}

interface FactsProps {
  mail: ListedMail
  opened: OpenedMail | null
  isStored: boolean
}

function Facts({ mail, opened, isStored }: FactsProps) {
  const when = opened?.date || mail.sentAt
  const facts = [
    ['Kind', mail.kind],
    ['From', opened?.from],
    ['To', opened?.to || mail.recipient],
    ['Reply-to', opened?.replyTo],
    ['Created', formatDateTime(new Date(mail.at))],
    [isStored ? 'Stored' : 'Sent', when && formatDateTime(new Date(when))],
    ['Message-ID', opened?.messageId],
  ].filter(([, value]) => value)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <dt className="text-cocoa-soft">Status</dt>
      <dd>
        <MailStatusText mail={mail} isStored={isStored} />
      </dd>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-cocoa-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DownloadLink({ id }: { id: string }) {
  const address = fileUrl<typeof mailFileEndpoint>('/mails/{id}/eml', { params: { id } })
  return (
    <a
      href={address}
      download
      onClick={(event) => {
        event.preventDefault()
        saveFile(address, `${id}.eml`).catch(showProblem)
      }}
      className={buttonLook({ variant: 'secondary', size: 'small' })}
    >
      <Download size={18} aria-hidden="true" />
      Download
    </a>
  )
}

function Content({ mail, opened }: { mail: ListedMail; opened: OpenedMail }) {
  return (
    <>
      <section aria-labelledby="as-seen" className="grid gap-2">
        <h2 id="as-seen" className="text-xl">
          Preview
        </h2>
        <iframe
          title="Email preview"
          // No script runs in it and it cannot reach this page. Its links open in new tabs.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          src={fileUrl<typeof mailHtmlEndpoint>('/mails/{id}/html', {
            params: { id: mail.id },
          })}
          className="h-[min(60rem,80dvh)] w-full rounded-card border border-line bg-paper"
        />
      </section>
      <section aria-labelledby="as-text" className="grid gap-2">
        <h2 id="as-text" className="text-xl">
          Plain text
        </h2>
        <pre className="card overflow-x-auto p-4 font-text text-sm whitespace-pre-wrap wrap-anywhere md:p-6">
          {opened.text}
        </pre>
      </section>
    </>
  )
}

function NothingToRead({ mail, isStored }: { mail: ListedMail; isStored: boolean }) {
  return (
    <p className="text-cocoa-soft">
      <span>
        {isStored
          ? 'There is nothing to show yet. The email is written when it is sent.'
          : 'Emails are sent by your mail server, so their content is not stored here.'}
      </span>
      <span>{!isStored && mail.status === 'sent' && ' Look in its folder of sent emails.'}</span>
    </p>
  )
}
