import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { FieldOf, Section } from '#ui/forms/plain-form.tsx'
import { ownPageKey } from './own-pages.ts'

interface OwnPagesSectionProps {
  /** What is typed, by the key of the page. */
  pages: readonly (readonly [key: string, text: string])[]
  toSlug: (name: string) => string | null
  onChange: (key: string, text: string) => void
}

/** Pages for occasions and areas: each is a text of the owner, above the cakes. */
export function OwnPagesSection({ pages, toSlug, onChange }: OwnPagesSectionProps) {
  const [name, setName] = useState('')
  const key = ownPageKey(toSlug(name) ?? '')

  function addPage() {
    if (pages.every(([one]) => one !== key)) flushSync(() => onChange(key, ''))
    document.getElementById(key)?.focus()
  }

  return (
    <Section
      id="own-pages"
      title="Occasions and areas"
      intro="Pages for people who search the web: your words above the cakes of an occasion or a category, or of an area that you deliver to. The first line is the title. An empty page is removed."
    >
      {pages.map(([one, text]) => (
        <div key={one} className="grid gap-1">
          <TextAreaField
            id={one}
            label={`/${one}`}
            rows={4}
            value={text}
            onChange={({ target }) => onChange(one, target.value)}
          />
          <Link to={`/${one}`} className="w-fit text-sm text-berry underline underline-offset-4">
            See it<span className="sr-only">{`: /${one}`}</span>
          </Link>
        </div>
      ))}
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_auto]">
        <FieldOf
          label="A page for"
          placeholder="Birthday, or an area with its pincode: Indiranagar 560038"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button variant="secondary" disabled={toSlug(name) === null} onClick={addPage}>
          Add page
        </Button>
      </div>
    </Section>
  )
}
