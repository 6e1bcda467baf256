import { ApiError, call } from '#platform/http/api-client.ts'
import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import { chatIcon, Icon, mailIcon, mapPinIcon, phoneIcon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.tsx'
import { type ShownShop, useShop } from '../frame/shown-shop.ts'
import type { SendMessage } from '../inbox/messages.server.ts'
import { pageMeta } from '../page-meta.ts'
import { GrievanceContact } from '../policies/policy-page.tsx'
import type { Route } from './+types/contact.page.ts'
import type { ContactMessage } from './contact.schema.ts'

export const loader = () => ({ kinds: kindsInNotice('contact') })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description:
      'Call, email or visit us: our address, phone number, map and contact form. We reply within a day.',
    path: '/contact',
  })

export default function ContactPage({ loaderData: { kinds } }: Route.ComponentProps) {
  const shop = useShop()
  return (
    <div className="shell pt-10 lg:pt-16">
      <h1 className="text-4xl">Contact page</h1>
      <p className="mt-4 max-w-prose text-lg">
        Have a question, a special request or feedback? Send us a message and we’ll reply within a
        day.
      </p>
      <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:gap-16">
        <ContactForm externalUrl={shop?.contactFormUrl ?? null} kinds={kinds} />
        {shop && <WhereToFindUs shop={shop} />}
      </div>
      {shop && (
        <div className="prose mt-10">
          <GrievanceContact shop={shop} />
        </div>
      )}
    </div>
  )
}

function WhereToFindUs({ shop }: { shop: ShownShop }) {
  const row = 'flex min-h-11 items-center gap-3'
  return (
    <section aria-labelledby="find-us" className="grid content-start gap-5">
      <h2 id="find-us" className="text-2xl">
        Find us
      </h2>
      <address className="not-italic">
        <p className={row} translate="no">
          <Icon path={mapPinIcon} size={20} className="shrink-0 text-berry" />
          {shop.address}
        </p>
        <a className={`${row} hover:text-berry`} translate="no" href={phoneHref(shop.phone)}>
          <Icon path={phoneIcon} size={20} className="shrink-0 text-berry" />
          {shop.phone}
        </a>
        {shop.whatsApp && (
          <a className={`${row} hover:text-berry`} href={shop.whatsApp}>
            <Icon path={chatIcon} size={20} className="shrink-0 text-berry" />
            Chat with us on WhatsApp
          </a>
        )}
        <a className={`${row} hover:text-berry`} translate="no" href={`mailto:${shop.email}`}>
          <Icon path={mailIcon} size={20} className="shrink-0 text-berry" />
          {shop.email}
        </a>
      </address>
      {shop.mapEmbedUrl && (
        <iframe
          src={shop.mapEmbedUrl}
          title={`Map: ${shop.name}, ${shop.address}`}
          loading="lazy"
          className="aspect-[4/3] w-full rounded-card border border-line bg-blush"
        />
      )}
    </section>
  )
}

const loadSchema = async () => (await import('./contact.schema.ts')).contactSchema

interface ContactFormProps {
  /** A form service that takes the message instead of the shop's own server. */
  externalUrl: string | null
  kinds: readonly DataKind[]
}

function ContactForm({ externalUrl, kinds }: ContactFormProps) {
  const form = useSchemaForm(loadSchema, async (message) => {
    try {
      await sendMessage(message, externalUrl)
      toast.success('Message sent')
      form.reset()
    } catch (error) {
      form.showErrors(showProblem(error).errors ?? {})
    }
  })

  return (
    <form {...form.props} className="card grid content-start gap-5 self-start p-6 md:p-8">
      <TextField
        {...form.field('username')}
        label={<span className="capitalize">username</span>}
        autoComplete="name"
        required
      />
      <TextField
        {...form.field('Email')}
        label="Email"
        type="email"
        autoComplete="email"
        required
      />
      <TextAreaField {...form.field('Message')} label="Message" required />
      <PrivacyNotice kinds={kinds} />
      <Button type="submit" busy={form.busy} className="justify-self-start capitalize">
        send
      </Button>
      <NeedsScript>This form needs JavaScript. You can also call or email us.</NeedsScript>
    </form>
  )
}

/**
 * Sends what a visitor wrote: to the external form service when the shop has one, else to the shop's own API.
 *
 * @throws ApiError with a sentence to show
 */
async function sendMessage(message: ContactMessage, externalUrl: string | null) {
  if (externalUrl === null) {
    await call<SendMessage>('POST /contact', { body: message })
    return
  }
  const response = await fetch(externalUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(message),
  }).catch(() => undefined)
  if (!response?.ok) throw new ApiError(notTaken)
}

const notTaken = {
  status: 502,
  title: 'Not sent',
  detail: 'Your message could not be sent. Please try again, or call us.',
}
