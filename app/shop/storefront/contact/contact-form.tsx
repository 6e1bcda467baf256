import { useForm } from 'react-hook-form'
import { ApiError } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { checkedBy } from '#ui/checked-by.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { NeedsScript } from '#ui/needs-script.tsx'
import { toast } from '#ui/toast.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { ContactMessage } from '../storefront.endpoints.ts'
import { sendMessage } from './send-message.ts'

const checks = checkedBy<ContactMessage, ContactMessage>(
  async () => (await import('../storefront.endpoints.ts')).contactSchema,
)

/** `externalUrl`: a form service that takes the message instead of the shop's own server. */
export function ContactForm({ externalUrl }: { externalUrl: string | null }) {
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
      for (const [field, fault] of Object.entries(error.problem.errors ?? {})) {
        setError(field as keyof ContactMessage, { message: fault })
      }
    }
  })

  return (
    // The method keeps what is typed out of the address, should the browser ever send the form itself.
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
