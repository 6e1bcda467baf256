import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '#ui/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Icon, searchIcon } from '#ui/icon.tsx'
import type { PageSuggestion } from './suggestions.tsx'

// On its way once the field has the focus.
const loadSuggestions = () => import('./suggestions.tsx')

/** How long typing must pause before suggestions are read, in ms. */
const pause = 120
const shortest = 2

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'name'> {
  onLeave?: () => void
}

/** Searches cakes by a text, in a form of its owner and placed within it; it suggests cakes and categories. */
export function SearchField({ onLeave, className, ...input }: SearchFieldProps) {
  const navigate = useNavigate()
  const { suggestions, suggest } = useSuggestions()
  return (
    <>
      <Combobox
        {...input}
        name="text"
        label="Search cakes"
        placeholder="Search cakes"
        maxLength={100}
        suggestions={suggestions}
        onFocus={() => void loadSuggestions()}
        onChange={(event) => {
          suggest(event.target.value)
          input.onChange?.(event)
        }}
        onChoose={({ to }) => {
          onLeave?.()
          void navigate(to)
        }}
        className={`peer ${className}`}
        listClass="absolute top-full right-0 left-0 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-paper py-2 shadow-lift"
      />
      <IconButton
        type="submit"
        form={input.form}
        label="Search"
        // Else the field would lose the focus, and be gone on a phone before the click.
        onMouseDown={(event) => event.preventDefault()}
        // A press on the magnifier goes to the field until it is used.
        className="pointer-events-none absolute top-1/2 left-0 z-10 -translate-y-1/2 peer-focus:pointer-events-auto noscript:inline-flex!"
      >
        <Icon path={searchIcon} size={22} />
      </IconButton>
    </>
  )
}

function useSuggestions() {
  const [suggestions, setSuggestions] = useState<readonly PageSuggestion[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])

  function suggest(typed: string) {
    const text = typed.trim()
    latest.current = text
    clearTimeout(timer.current)
    if (text.length < shortest) return setSuggestions([])
    timer.current = setTimeout(async () => {
      const found = await loadSuggestions().then(
        ({ readSuggestions }) => readSuggestions(text),
        () => [],
      )
      // What is typed meanwhile is newer.
      if (latest.current === text) setSuggestions(found)
    }, pause)
  }

  return { suggestions, suggest }
}
