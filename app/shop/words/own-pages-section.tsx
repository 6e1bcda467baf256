import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { FieldOf, Section } from '#ui/forms/plain-form.tsx'
import { ownPagePattern } from './own-pages.ts'

interface OwnPagesSectionProps {
  /** What is typed, by the key of the page. */
  pages: readonly (readonly [key: string, text: string])[]
  /** For which a page can be added, with the end of its address. */
  occasions: readonly (readonly [slug: string, name: string])[]
  toSlug: (name: string) => string | null
  onChange: (key: string, text: string) => void
}

/** Pages for occasions and areas: each is a text of the owner, above the cakes. */
export function OwnPagesSection({ pages, occasions, toSlug, onChange }: OwnPagesSectionProps) {
  const [occasion, setOccasion] = useState('')
  const [area, setArea] = useState({ name: '', pincode: '' })
  const key = occasion
    ? `occasions/${occasion}`
    : `areas/${toSlug(area.name) ?? ''}-${area.pincode.trim()}`

  function addPage() {
    flushSync(() => onChange(key, ''))
    document.getElementById(key)?.focus()
  }

  const canAdd = ownPagePattern.test(key) && pages.every(([one]) => one !== key)
  return (
    <Section
      id="own-pages"
      title="Occasions and areas"
      intro="A page of its own, with your words above the cakes, for people who search the web. The first line is its title. Leave it empty to remove the page; an area is shown while you deliver to its pincode."
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
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_8rem_auto]">
        <FieldOf
          label="A page for"
          value={occasion}
          options={[['', 'An area'], ...occasions]}
          onChange={({ target }) => setOccasion(target.value)}
        />
        {occasion === '' && (
          <>
            <FieldOf
              label="Area"
              placeholder="Indiranagar"
              value={area.name}
              onChange={({ target }) => setArea({ ...area, name: target.value })}
            />
            <FieldOf
              label="Its pincode"
              inputMode="numeric"
              value={area.pincode}
              onChange={({ target }) => setArea({ ...area, pincode: target.value })}
            />
          </>
        )}
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={!canAdd}
          onClick={addPage}
        >
          Add page
        </Button>
      </div>
    </Section>
  )
}
