import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { closeIcon, Icon } from '../icon.tsx'
import { Field, inputLook } from './field.tsx'

/** Phones type curly quotes. */
const finished = /^\s*(?:["“”]([^"“”]*)["“”]\s*|([^,\n]*))[,\n]/
const quoted = /^\s*["“”][^"“”]*["“”]?\s*$/
const aroundQuotes = /^\s*["“”]|["“”]\s*$/g

/**
 * Splits a typed or pasted text into the entries that a comma or a line end finishes, and the rest that is still being
 * typed. Commas inside "quotes" belong to their entry.
 */
export function splitEntries(text: string): { entries: string[]; rest: string } {
  const entries: string[] = []
  let rest = text
  while (!quoted.test(rest)) {
    const match = finished.exec(rest)
    if (!match) break
    entries.push(match[1] ?? match[2] ?? '')
    rest = rest.slice(match[0].length)
  }
  return { entries, rest: rest.trimStart() }
}

/** Every entry of a text, the last one finished or not: `'a, "b, c", d'` has three. */
export function allEntries(text: string): string[] {
  const { entries, rest } = splitEntries(text)
  return [...entries, rest.replace(aroundQuotes, '')]
}

/** An entry as it would be typed: in quotes when it has commas. */
export function asTyped(entry: string): string {
  return entry.includes(',') ? `"${entry.replace(/["“”]/g, "'")}"` : entry
}

/** The chips with the tidied entries added, without empty ones and duplicates (in any case). */
export function addEntries(chips: readonly string[], entries: readonly string[]): string[] {
  const all = [...chips]
  const known = new Set(chips.map((chip) => chip.toLowerCase()))
  for (const entry of entries) {
    const chip = entry.trim().replace(/\s+/g, ' ')
    if (chip === '' || known.has(chip.toLowerCase())) continue
    known.add(chip.toLowerCase())
    all.push(chip)
  }
  return all
}

interface ChipsFieldProps extends Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder'> {
  label: string
  hint?: ReactNode
  error?: string
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  /** Its text input, so that a form can focus it when it is invalid. */
  ref?: Ref<HTMLInputElement>
  /** How an entry is spelled: '0.5kg' as '0.5'. */
  spell?: (entry: string) => string
}

/**
 * A list of short texts, as chips. A comma, Enter and leaving the field each make a chip of what is typed; Backspace
 * in the empty input makes the last one text again.
 */
export function ChipsField({ label, hint, error, value, onChange, ...props }: ChipsFieldProps) {
  const { onBlur, ref, spell = (entry) => entry, inputMode, placeholder } = props
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const [announcement, announce] = useState('')

  function take(entries: string[], rest: string) {
    setText(rest)
    const next = addEntries(value, entries.map(spell))
    if (next.length === value.length) return
    onChange(next)
    announce(`${next.slice(value.length).join(', ')} added`)
  }

  function leave() {
    take(allEntries(text), '')
    onBlur?.()
  }

  function remove(place: number) {
    onChange(value.filter((_, other) => other !== place))
    announce(`${value[place]} removed`)
    focusNear(list.current, place)
  }

  function byKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      take(allEntries(text), '')
    }
    const last = value.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) {
      event.preventDefault()
      onChange(value.slice(0, -1))
      setText(asTyped(last))
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n]/.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    take(
      allEntries(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? 0)),
      '',
    )
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <div
          className={`${inputLook} flex flex-wrap items-center gap-1.5 px-1.5! py-1! has-aria-invalid:border-chilli has-aria-invalid:ring-1 has-aria-invalid:ring-chilli has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-berry`}
        >
          {value.length > 0 && (
            <ul ref={list} aria-label={label} className="contents">
              {value.map((chip, place) => (
                <Chip key={chip} text={chip} onRemove={() => remove(place)} />
              ))}
            </ul>
          )}
          <input
            {...tied}
            ref={ref}
            type="text"
            autoComplete="off"
            enterKeyHint="enter"
            inputMode={inputMode}
            placeholder={value.length === 0 ? placeholder : undefined}
            value={text}
            onChange={({ target }) => {
              const { entries, rest } = splitEntries(target.value)
              if (entries.length > 0) take(entries, rest)
              else setText(target.value)
            }}
            onKeyDown={byKey}
            onPaste={paste}
            onBlur={() => afterPress(leave)}
            className="min-h-11 min-w-16 flex-1 bg-transparent px-2.5 placeholder:text-cocoa-soft focus-visible:outline-none"
          />
          <span aria-live="polite" className="sr-only">
            {announcement}
          </span>
        </div>
      )}
    </Field>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li className="flex min-h-11 max-w-full items-center rounded-field bg-blush pl-3.5 text-sm font-medium">
      <span className="min-w-0 py-1.5 wrap-anywhere">{text}</span>
      <button
        type="button"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-field transition hover:text-berry"
      >
        <Icon path={closeIcon} size={16} />
      </button>
    </li>
  )
}

/** Moves the focus from a chip that is removed to the next one, the one before, or the input. */
function focusNear(list: HTMLUListElement | null, place: number) {
  const buttons = list?.querySelectorAll('button') ?? []
  const near = buttons[place + 1] ?? buttons[place - 1]
  const input = list?.parentElement?.querySelector('input')
  ;(near ?? input)?.focus()
}

/** A new chip moves what is below it. A button that is being pressed must not move before the press ends. */
function afterPress(run: () => void) {
  if (document.querySelector('button:active, a:active, label:active'))
    addEventListener('mouseup', run, { once: true })
  else run()
}
