import { ApiError, call } from '#platform/http/api-client.ts'
import { type Field, fieldsIn, isChanged } from '#ui/plain-page.ts'
import { changesIn } from './changes-in.ts'
import type { FormCall } from './form-call.ts'

interface Outcome {
  isDone: boolean
  /** What the shop said. */
  sentence: string
  /** Field → sentence, where fields are at fault. */
  errors: Record<string, string>
}

/** Sends a form of a link's page by the call that it names. */
export async function sendForm(form: HTMLFormElement, token: string): Promise<Outcome> {
  const route = `POST ${form.dataset.call as FormCall['path']}` as const
  const fields = form.dataset.changes ? typedIn(form) : Object.fromEntries(new FormData(form))
  try {
    const { message } = await call<FormCall>(route, { body: { token, ...fields } })
    return { isDone: true, sentence: message, errors: {} }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { detail, errors = {} } = error.problem
    return { isDone: false, sentence: detail, errors }
  }
}

/** What was typed anew: another page, or whom it is for, may have changed the rest meanwhile. */
function typedIn(form: HTMLFormElement) {
  const named = fieldsIn(form).filter(({ name }) => name)
  return changesIn(
    named.map((field) => ({
      name: field.name,
      value: field.value,
      isSent: field.type === 'hidden' || isChanged(field),
      also: chosenIn(field),
    })),
  )
}

/** What a choice says besides its value. */
function chosenIn(field: Field) {
  return field instanceof HTMLSelectElement ? { ...field.selectedOptions[0]?.dataset } : {}
}
