import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { cakeSlug } from '#shop/cakes/admin/cake-input.schema.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { picturePath, pictureWidths } from '#shop/pictures/picture-sizes.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { FieldOf, PlainForm, Section } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/words.page.ts'
import type { SaveWords } from './save-words.server.ts'
import {
  allWords,
  namedWords,
  ownPageKey,
  ownPages,
  samplePromises,
  type WordsPage,
  wordsOf,
  wordsPages,
} from './words.ts'

/** A word as it is typed; `image` is the address of its picture, '' for none. */
interface Typed {
  text: string
  image: string
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-words')
  const saved = app.words.current()
  const shown = wordsPages.flatMap((page) =>
    Object.entries<string>(wordsOf(page, saved, app.shop.isSample)).map(([name, text]) => {
      const id = saved.get(`${page}.${name}`)?.picture?.id
      const image = id ? picturePath(id, pictureWidths[0], 'webp') : ''
      return [`${page}.${name}`, { text, image }] as const
    }),
  )
  const own = ownPages(saved).map(({ path }) => {
    const key = path.slice(1)
    return [key, { text: saved.get(key)?.text ?? '', image: '' }] as const
  })
  return {
    words: Object.fromEntries<Typed>([...shown, ...own]),
    isSample: app.shop.isSample,
    promises: app.shop.isSample ? samplePromises(saved) : [],
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Words')

const pages: Record<WordsPage, { title: string; to: string }> = {
  home: { title: 'Home', to: '/' },
  cake: { title: 'The page of each cake', to: '/products' },
  customize: { title: 'Customised cakes', to: '/customizecake' },
  about: { title: 'About us', to: '/about' },
}

export default function OwnWordsPage({ loaderData }: Route.ComponentProps) {
  const { words, isSample, promises } = loaderData
  const [typed, setTyped] = useState(words)
  const { busy, run } = useReloadingAction()
  const changed = Object.entries(typed).filter(
    ([key, { text, image }]) =>
      promises.includes(key) || tidyLines(text) !== words[key]?.text || image !== words[key].image,
  )

  async function save() {
    const body = { words: changed.map(([key, word]) => ({ key, ...word })) }
    await run(() => call<SaveWords>('POST /words', { body }))
  }

  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Words</h1>
        <p className="mt-1 max-w-[65ch] text-cocoa-soft">
          What your shop says about itself. Leave a field empty to hide it.{' '}
          <span>
            {isSample
              ? 'These are the sample’s words. When you open for real, those that promise something start empty.'
              : 'What promises something begins empty: say it only if you keep it.'}
          </span>
        </p>
      </header>
      <PlainForm onSave={save}>
        {wordsPages.map((page) => (
          <Section
            key={page}
            id={page}
            title={pages[page].title}
            intro={
              <Link to={pages[page].to} className="text-berry underline underline-offset-4">
                See it
              </Link>
            }
          >
            <div className="grid gap-4 sm:grid-cols-2">
              {namedWords(page).map(([name]) => {
                const key = `${page}.${name}`
                return (
                  <WordField
                    key={key}
                    word={key}
                    typed={typed[key] ?? { text: '', image: '' }}
                    onChange={(next) => setTyped((before) => ({ ...before, [key]: next }))}
                  />
                )
              })}
            </div>
          </Section>
        ))}
        <OwnPagesSection
          pages={Object.entries(typed)
            .filter(([key]) => !allWords.has(key))
            .map(([key, { text }]) => [key, text])}
          toSlug={cakeSlug}
          onChange={(key, text) =>
            setTyped((before) => ({ ...before, [key]: { text, image: '' } }))
          }
        />
        <div className="sticky bottom-0 -mx-2 flex items-center gap-4 bg-cream px-2 py-3">
          <Button type="submit" busy={busy} disabled={changed.length === 0}>
            Save
          </Button>
          <p className="text-sm text-cocoa-soft" aria-live="polite">
            {promises.length > 0
              ? `Saving says that you keep the promises that stand here: ${promises.length} are still the sample’s.`
              : changed.length > 0 && `${changed.length} changed, not saved yet`}
          </p>
        </div>
      </PlainForm>
    </div>
  )
}

function WordField({
  word,
  typed,
  onChange,
}: {
  word: string
  typed: Typed
  onChange: (typed: Typed) => void
}) {
  const { label = '', sample, rows = 1, hasPicture, isBare } = allWords.get(word) ?? {}
  const field = (
    <FieldOf
      label={hasPicture ? 'Words below it' : label}
      placeholder={sample && `Not shown. For example: ${sample}`}
      rows={rows}
      value={typed.text}
      onChange={({ target }) => onChange({ ...typed, text: target.value })}
    />
  )
  if (!hasPicture) return field
  return (
    <PictureField
      label={label}
      image={typed.image}
      onChange={(image) => onChange({ ...typed, image })}
    >
      {!isBare && field}
    </PictureField>
  )
}

interface PictureFieldProps {
  label: string
  /** The address of the picture; '' for none. */
  image: string
  onChange: (image: string) => void
  /** Beside the picture. */
  children: ReactNode
}

/** A place for one picture, which is uploaded as soon as it is chosen. */
function PictureField({ label, image, onChange, children }: PictureFieldProps) {
  const { busy, run } = useAction()

  async function send([file]: readonly File[]) {
    if (!file) return
    await run(async () => {
      const { picture } = await sendCakePicture(file)
      onChange(picturePath(picture.id, pictureWidths[0], 'webp'))
    })
  }

  return (
    <fieldset className="grid content-start gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {image && (
        <img
          src={image}
          alt={`Chosen: ${label}`}
          className="aspect-[4/3] w-full rounded-field bg-blush object-contain"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FileButton onFiles={send} disabled={busy}>
          <span>{busy ? 'Uploading…' : image ? 'Choose another' : 'Choose a picture'}</span>
        </FileButton>
        {image && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      {children}
    </fieldset>
  )
}

interface OwnPagesSectionProps {
  /** What is typed, by the key of the page. */
  pages: readonly (readonly [key: string, text: string])[]
  toSlug: (name: string) => string | null
  onChange: (key: string, text: string) => void
}

/** Pages for occasions and areas: each is a text of the owner, above the cakes. */
function OwnPagesSection({ pages, toSlug, onChange }: OwnPagesSectionProps) {
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
