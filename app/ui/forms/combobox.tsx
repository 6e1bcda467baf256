import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'

export interface Suggestion {
  key: string
  content: ReactNode
}

interface ComboboxProps<S extends Suggestion> extends ComponentProps<'input'> {
  /** The name of the field and of its list for screen readers. */
  label: string
  /** For the typed text. */
  suggestions: readonly S[]
  onChoose: (suggestion: S) => void
  listClass: string
}

/**
 * A text field that suggests what can be chosen instead, by the combobox pattern of WAI-ARIA: arrow keys choose, Enter
 * goes there, Escape closes. The focus stays in the field, and Enter without a choice sends its form.
 */
export function Combobox<S extends Suggestion>(props: ComboboxProps<S>) {
  const { label, suggestions, onChoose, listClass, ...input } = props
  const id = useId()
  const { isWanted, isOpen, active, close, open, onKeyDown } = useSuggestionList(
    suggestions,
    onChoose,
  )
  return (
    <>
      <input
        type="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        {...input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active !== null ? `${id}-${active}` : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          open()
          input.onChange?.(event)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isOpen && (
        <div role="listbox" id={id} aria-label={`${label}: suggestions`} className={listClass}>
          {suggestions.map((suggestion, place) => (
            <Option
              key={suggestion.key}
              id={`${id}-${place}`}
              isActive={active === place}
              onChoose={() => {
                close()
                onChoose(suggestion)
              }}
            >
              {suggestion.content}
            </Option>
          ))}
        </div>
      )}
      {isWanted && (
        <span aria-live="polite" className="sr-only">
          {isOpen &&
            (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
        </span>
      )}
    </>
  )
}

/** Which suggestion is active, and whether the list is open: from the first key until a choice, Escape or another field. */
function useSuggestionList<S>(suggestions: readonly S[], onChoose: (suggestion: S) => void) {
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

interface OptionProps {
  id: string
  isActive: boolean
  onChoose: () => void
  children: ReactNode
}

function Option({ id, isActive, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      // Else the field would lose the focus, and the list close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-blush aria-selected:bg-blush"
      ref={isActive ? scrollIntoList : undefined}
    >
      {children}
    </div>
  )
}

function scrollIntoList(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
