import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { z } from 'zod'
import { loadNeeded } from '../connection.ts'
import { useBusy } from '../loading.tsx'

/** A field of the browser's own, such as an input. */
type NativeField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A form of native fields, whose names are those of a schema. The fields keep what is typed. One is validated when it is
 * left, and then at each change; all of them when the form is sent.
 *
 * The schema, and zod with it, load with the first validation, so that the page is interactive sooner. The
 * admin's form of a cake, with its lists of fields, uses react-hook-form, which takes 13 KB more.
 *
 * @param send called with the schema's output; another press does nothing until it resolves
 * @param onTyped called with what the fields have, at each change
 */
export function useSchemaForm<Input extends Record<string, string>, Output>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
  send: (values: Output) => Promise<unknown>,
  onTyped?: (fields: Record<string, string>) => void,
) {
  type Name = keyof Input & string
  type Errors = Partial<Record<Name, string>>
  const form = useRef<HTMLFormElement>(null)
  const released = usePointerReleased()
  /** Has a key for each field that was validated. */
  const [errors, setErrors] = useState<Errors>({})
  const toFocus = useRef<Errors>({})
  const { busy, whileBusy } = useBusy()

  /** Native fields hold text; files have no schema. */
  const readFields = () =>
    Object.fromEntries(new FormData(form.current ?? undefined)) as Record<string, string>

  /** Without its schema, a field is checked when the form is sent. */
  async function check(name: Name, isAsked = () => true) {
    const schema = await loadSchema().catch(() => null)
    const error = schema?.safeParse(readFields()).error
    if (isAsked()) setErrors((before) => ({ ...before, [name]: messagesOf<Name>(error)[name] }))
  }

  /** A message that appears while something is pressed would move that from under the pointer. */
  async function checkWhenReleased(name: Name) {
    const left = readFields()[name]
    await released.current
    // What was pressed may have emptied the field: that is no error of the visitor.
    await check(name, () => left === '' || readFields()[name] !== '')
  }

  /** Shows the errors beside their fields, and focuses the first of these once the form may be sent again. */
  function showErrors(found: Errors) {
    setErrors(found)
    toFocus.current = found
  }

  useEffect(() => {
    if (busy) return
    const fields = [...(form.current?.elements ?? [])] as NativeField[]
    fields.find(({ name }) => name in toFocus.current)?.focus()
    toFocus.current = {}
  })

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await whileBusy(async () => {
      const schema = await loadNeeded(loadSchema)
      const { data, error } = schema.safeParse(readFields())
      showErrors(messagesOf<Name>(error))
      const fields = [...(form.current?.elements ?? [])] as NativeField[]
      const asking = fields.find(({ validity }) => validity.customError)
      if (asking) asking.focus()
      else if (data !== undefined) await send(data)
    })
  }

  return {
    /** For the `<form>`. Should the browser send it without JavaScript, what was typed must not be in the URL. */
    props: {
      ref: form,
      noValidate: true,
      method: 'post',
      onSubmit,
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const { name } = target as Element as NativeField
        // What the server found wrong stays until the field is changed.
        if (name && !errors[name as Name]) void checkWhenReleased(name as Name)
      },
      onChange({ target }: ChangeEvent<HTMLFormElement>) {
        const { name } = target as Element as NativeField
        onTyped?.(readFields())
        if (name in errors) void check(name as Name)
      },
    },
    field: (name: Name) => ({ name, error: errors[name] }),
    busy,
    check,
    showErrors,
    textOf: (name: Name): string => readFields()[name] ?? '',
    /** An emptied field has no error before it is left. */
    async fill(name: Name, text: string) {
      const field = form.current?.elements.namedItem(name)
      if (field) (field as NativeField).value = text
      onTyped?.(readFields())
      if (text) await check(name)
      else setErrors(({ [name]: _, ...others }) => others as Errors)
    },
    reset() {
      form.current?.reset()
      setErrors({})
    },
  }
}

/** Resolves when the last press, anywhere on the page, is over. */
export function usePointerReleased() {
  const released = useRef<Promise<void>>(undefined)
  useEffect(() => {
    const listening = new AbortController()
    const onPress = () => {
      released.current = nextRelease()
    }
    addEventListener('pointerdown', onPress, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
  return released
}

/** Resolves when the pointer that is down is up again, and has clicked; with the next key if the page never hears of that. */
function nextRelease(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    for (const end of ['pointerup', 'pointercancel', 'keydown']) {
      addEventListener(end, clicked, { capture: true, signal: listening.signal })
    }
    function clicked() {
      listening.abort()
      // The click follows in the same task.
      setTimeout(resolve)
    }
  })
}

/** The first message for each field. */
function messagesOf<Name extends string>(error: z.ZodError | undefined) {
  const messages: Partial<Record<Name, string>> = {}
  for (const { path, message } of error?.issues ?? []) messages[path[0] as Name] ??= message
  return messages
}
