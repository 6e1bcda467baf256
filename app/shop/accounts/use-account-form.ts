import type { FormEvent } from 'react'
import {
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { ApiError } from '#platform/http/api-client.ts'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'

/**
 * A form of text fields: checked after touch and when sent. What the API refuses is told in a toast and beside
 * its fields; what was typed stays.
 */
export function useAccountForm<Values extends FieldValues>(
  resolver: Resolver<Values, unknown, Values>,
  send: (values: Values) => Promise<void>,
) {
  const form = useForm<Values, unknown, Values>({ resolver, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState

  const sendChecked = form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      for (const [field, message] of Object.entries(error.problem.errors ?? {})) {
        form.setError(field as Path<Values>, { message })
      }
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Password managers may have filled fields in before the page was listening.
    for (const [field, value] of new FormData(event.currentTarget)) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    }
    return sendChecked(event)
  }

  return {
    /** What a field needs: its name, its listeners, its error. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
    onSubmit,
    busy: isSubmitting,
    /** Before the page listens a form would send itself, and not by the API. */
    ready: useHydrated(),
  }
}
