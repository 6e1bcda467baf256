import { type FormEvent, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../button.tsx'
import { Field, inputLook } from '../forms/field.tsx'
import { Icon, searchIcon } from '../icon.tsx'

/** How long typing must pause before the search is sent, in ms. */
const pause = 250

interface LiveSearchProps {
  label: string
  placeholder?: string
  /** Its parameter in the page's query. */
  name: string
  value: string
  /** Where the form goes without script: a path, with the '#id' of its section. */
  action: string
  /** The query parameters that a new search removes, such as the page of the old one. */
  resets?: readonly string[]
}

/** Searches by the page's query while the visitor types; without script it is a form. Other parameters stay. */
export function LiveSearch(props: LiveSearchProps) {
  const { label, placeholder, name, value, action, resets = [] } = props
  const [, setSearch] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A link may have changed the search. What is being typed is newer than any result.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])

  function send() {
    clearTimeout(timer.current)
    setSearch(
      (search) => {
        search.set(name, input.current?.value.trim() ?? '')
        for (const reset of resets) search.delete(reset)
        return search
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <search>
      <form
        action={action}
        className="flex items-end gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="flex-1">
          <Field label={label}>
            {(tied) => (
              <span className="relative">
                <input
                  {...tied}
                  ref={input}
                  type="search"
                  name={name}
                  placeholder={placeholder}
                  defaultValue={value}
                  autoComplete="off"
                  enterKeyHint="search"
                  onChange={() => {
                    clearTimeout(timer.current)
                    timer.current = setTimeout(send, pause)
                  }}
                  className={`${inputLook} pl-11!`}
                />
                <Icon
                  path={searchIcon}
                  size={20}
                  className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-cocoa-soft"
                />
              </span>
            )}
          </Field>
        </div>
        <div className="hidden noscript:block">
          <Button type="submit" early>
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}
