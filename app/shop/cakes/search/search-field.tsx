import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '#ui/button.tsx'
import { Icon, searchIcon } from '#ui/icon.tsx'
import type { Suggestion } from './suggestions.tsx'

// On its way once the field has the focus.
const loadSuggestions = () => import('./suggestions.tsx')

/** How long typing must pause before suggestions are read, in ms. */
const pause = 120
const shortest = 2

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'name'> {
  onLeave?: () => void
}

/**
 * Searches cakes by a text, in a form of its owner and placed within it. It suggests cakes and categories by the combobox
 * pattern of WAI-ARIA: arrow keys choose, Enter goes there, Escape closes. The focus stays in the field, and Enter without
 * a choice sends its form.
 */
export function SearchField({ onLeave, className, ...input }: SearchFieldProps) {
  const id = useId()
  const navigate = useNavigate()
  const { suggestions, suggest } = useSuggestions()
  const list = useSuggestionList(suggestions, choose)

  function choose({ to }: Suggestion) {
    list.close()
    onLeave?.()
    void navigate(to)
  }

  return (
    <>
      <input
        type="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        {...input}
        name="text"
        placeholder="Search cakes"
        maxLength={100}
        role="combobox"
        aria-label="Search cakes"
        aria-autocomplete="list"
        aria-expanded={list.isOpen}
        aria-controls={list.isOpen ? id : undefined}
        aria-activedescendant={
          list.isOpen && list.active !== null ? `${id}-${list.active}` : undefined
        }
        onFocus={() => void loadSuggestions()}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          list.open()
          suggest(event.target.value)
          input.onChange?.(event)
        }}
        onKeyDown={list.onKeyDown}
        onBlur={list.close}
        className={`peer ${className}`}
      />
      {list.isOpen && (
        <div
          role="listbox"
          id={id}
          aria-label="Search cakes: suggestions"
          className="absolute top-full right-0 left-0 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-paper py-2 shadow-lift"
        >
          {suggestions.map((suggestion, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is the field's
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={suggestion.key}
              role="option"
              id={`${id}-${place}`}
              aria-selected={list.active === place}
              // Else the field would lose the focus, and the list close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-blush aria-selected:bg-blush"
              ref={list.active === place ? scrollIntoList : undefined}
            >
              {suggestion.content}
            </div>
          ))}
        </div>
      )}
      {list.isWanted && (
        <span aria-live="polite" className="sr-only">
          {list.isOpen &&
            (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
        </span>
      )}
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

function scrollIntoList(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}

function useSuggestions() {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
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

/** Which suggestion is active, and whether the list is open: from the first key until a choice, Escape or another field. */
function useSuggestionList(
  suggestions: readonly Suggestion[],
  onChoose: (suggestion: Suggestion) => void,
) {
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const isOpen = isWanted && suggestions.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no active one
  useEffect(() => setActive(null), [suggestions])

  function close() {
    setWanted(false)
    setActive(null)
  }

  function move(step: 1 | -1) {
    const count = suggestions.length
    if (count === 0) return
    setWanted(true)
    const from = active ?? (step === 1 ? -1 : count)
    setActive((from + step + count) % count)
  }

  function onKeyDown(event: KeyboardEvent) {
    const chosen = isOpen && active !== null ? suggestions[active] : undefined
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        return move(event.key === 'ArrowDown' ? 1 : -1)
      case 'Enter':
        close()
        if (chosen === undefined) return
        event.preventDefault()
        return onChoose(chosen)
      case 'Escape':
        // The first press closes the list; what a browser does on Escape comes after that.
        if (isOpen) event.preventDefault()
        return close()
    }
  }

  return { isWanted, isOpen, active, close, onKeyDown, open: () => setWanted(true) }
}
