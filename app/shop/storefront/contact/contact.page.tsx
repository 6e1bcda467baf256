import { Mail, MapPin, Phone } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { useShop } from '../frame/use-shop.ts'
import { pageMeta } from '../page-meta.ts'
import type { ContactMessage, contactEndpoint } from '../storefront.endpoints.ts'
import type { Route } from './+types/contact.page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description:
      'Write to us, call us or come by: our address, phone number, map and a short form. We answer within a day.',
    path: '/contact',
  })

export default function ContactPage() {
  const shop = useShop()
  return (
    <div className="shell pt-10 lg:pt-16">
      <h1 className="text-4xl">Contact page</h1>
      <p className="mt-4 max-w-prose text-lg">
        A question about an order, a wish for a special day, a word about your last cake: write to
        us, we answer within a day.
      </p>
      <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:gap-16">
        <ContactForm externalUrl={shop?.contactFormUrl ?? null} />
        {shop && <WhereToFindUs shop={shop} />}
      </div>
    </div>
  )
}

function WhereToFindUs({ shop }: { shop: ShopDetails }) {
  const row = 'flex min-h-11 items-center gap-3'
  return (
    <section aria-labelledby="find-us" className="grid content-start gap-5">
      <h2 id="find-us" className="text-2xl">
        Where to find us
      </h2>
      <address className="not-italic">
        <p className={row}>
          <MapPin size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.address}
        </p>
        <a className={`${row} hover:text-berry`} href={`tel:${shop.phone.replace(/\s/g, '')}`}>
          <Phone size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.phone}
        </a>
        <a className={`${row} hover:text-berry`} href={`mailto:${shop.email}`}>
          <Mail size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.email}
        </a>
      </address>
      <iframe
        src={shop.mapEmbedUrl}
        title={`Map: ${shop.name}, ${shop.address}`}
        loading="lazy"
        className="aspect-[4/3] w-full rounded-card border border-line bg-blush"
      />
    </section>
  )
}

const checks = schemaResolver<ContactMessage, ContactMessage>(
  async () => (await import('../storefront.endpoints.ts')).contactSchema,
)

/** `externalUrl`: a form service that takes the message instead of the shop's own server. */
function ContactForm({ externalUrl }: { externalUrl: string | null }) {
  const { register, handleSubmit, reset, setError, formState } = useForm<ContactMessage>({
    resolver: checks,
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  const ready = useHydrated()

  const send = handleSubmit(async (message) => {
    try {
      await sendMessage(message, externalUrl)
      toast.success('Message sent')
      reset()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      for (const [field, message] of Object.entries(error.problem.errors ?? {})) {
        setError(field as keyof ContactMessage, { message })
      }
    }
  })

  return (
    // POST keeps the typed text out of the address if the browser submits the form itself.
    <form
      noValidate
      method="post"
      onSubmit={send}
      className="card grid content-start gap-5 self-start p-6 md:p-8"
    >
      <TextField
        {...register('username')}
        label={<span className="capitalize">username</span>}
        autoComplete="name"
        required
        error={errors.username?.message}
      />
      <TextField
        {...register('Email')}
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.Email?.message}
      />
      <TextAreaField
        {...register('Message')}
        label="Message"
        required
        error={errors.Message?.message}
      />
      <Button
        type="submit"
        busy={isSubmitting}
        disabled={!ready}
        className="justify-self-start capitalize"
      >
        send
      </Button>
      <NeedsScript>
        This form needs JavaScript. You can also call or mail us: number and address are on this
        page.
      </NeedsScript>
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
    await call<typeof contactEndpoint>('POST /contact', { body: message })
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
