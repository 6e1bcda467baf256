import { ApiError, call, upload } from '#platform/http/api-client.ts'
import type { CancelOrder } from '#shop/changes/cancel/cancel-order.server.ts'
import type { ChangeOrder } from '#shop/changes/change-order.server.ts'
import type { ChangeWhereTo } from '#shop/changes/change-where-to.server.ts'
import type { HoldOrder } from '#shop/handling/photos/hold-order.server.ts'
import { fitPicture } from '#shop/pictures/fit-picture.ts'
import { fieldsIn, isChanged } from '#ui/plain-page.ts'
import type { ProblemPhoto, ReportProblem } from '../report-problem.server.ts'

/** The calls that forms of tracking pages send: each takes the link's token beside the form's fields. */
export type FormCall = CancelOrder | ChangeOrder | ChangeWhereTo | HoldOrder | ReportProblem

interface Outcome {
  isDone: boolean
  /** The shop's message. */
  sentence: string
  /** Field → sentence. */
  errors: Record<string, string>
}

/** Sends a form of a tracking page by the call that it names; its photo, if it has one, goes first. */
export async function sendForm(form: HTMLFormElement, token: string): Promise<Outcome> {
  const route = `POST ${form.dataset.call as FormCall['path']}` as const
  const { photo, ...typed } = Object.fromEntries(new FormData(form))
  const fields = form.dataset.changes ? changesOf(readFields(form)) : typed
  let isPhotoSent = true
  try {
    // An input without a file has one without a name.
    if (photo instanceof File && photo.name) {
      isPhotoSent = false
      const fitted = await fitPicture(photo)
      await upload<ProblemPhoto>('/orders/reportPhoto', fitted, { query: { token } })
      isPhotoSent = true
    }
    const { message } = await call<FormCall>(route, { body: { token, ...fields } })
    return { isDone: true, sentence: message, errors: {} }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { detail, errors = {} } = error.problem
    const isOfPhoto = !isPhotoSent && error.isShops
    return { isDone: false, sentence: detail, errors: isOfPhoto ? { photo: detail } : errors }
  }
}

interface FormField {
  name: string
  value: string
  /** It was changed, or says which thing was changed. */
  isSent: boolean
  /** Further values of a chosen option (`slot`). */
  optionData?: Readonly<Record<string, string | undefined>>
}

function readFields(form: HTMLFormElement): FormField[] {
  return fieldsIn(form)
    .filter(({ name }) => name)
    .map((field) => ({
      name: field.name,
      value: field.value,
      isSent: field.type === 'hidden' || isChanged(field),
      optionData:
        field instanceof HTMLSelectElement ? { ...field.selectedOptions[0]?.dataset } : {},
    }))
}

type Changes = Record<string, unknown>

/**
 * What a form sends of its fields: only changes, because the other link's page may have changed the rest meanwhile. Names with
 * dots are parts of something: 'items.0.bname', 'address.city'.
 */
export function changesOf(fields: readonly FormField[]): Changes {
  const changes: Changes = {}
  for (const { name, value, isSent, optionData } of fields) {
    if (!isSent) continue
    put(changes, name.split('.'), value.trim())
    Object.assign(changes, optionData)
  }
  return changes
}

function put(into: Changes, [part = '', ...rest]: string[], value: string) {
  const [next] = rest
  if (next === undefined) into[part] = value
  else {
    into[part] ??= Number.isNaN(Number(next)) ? {} : []
    put(into[part] as Changes, rest, value)
  }
}
