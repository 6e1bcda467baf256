import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { maxCakePictures } from '../cake-input.schema.ts'
import type { ChangeCake, ShowCake } from '../edit-cakes.server.ts'
import type { ImportOutcome } from './import.schema.ts'

interface CakePicturesProps {
  cakes: readonly PicturelessCake[]
  /** Of all of them; `cakes` has the first. */
  count: number
}

/** Adds pictures to the cakes without one, by the names of the files. */
export function CakePictures({ cakes, count }: CakePicturesProps) {
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction()
  const [sent, setSent] = useState('')
  const [pictured, setPictured] = useState<string[]>([])
  const [problems, setProblems] = useState<string[]>([])

  async function add(files: readonly File[]) {
    const { matched, unmatched } = matchPictures(files, cakes)
    const failed = unmatched.map(({ name }) => `${name}: no cake without a picture has this name.`)
    const done: string[] = []
    await run(async () => {
      for (const [id, own] of matched) {
        setSent(`Adding pictures: cake ${done.length + 1} of ${matched.size}…`)
        const image: string[] = []
        for (const file of own.slice(0, maxCakePictures)) {
          await sendCakePicture(file).then(
            ({ downloadURL }) => image.push(downloadURL),
            (error) => failed.push(`${file.name}: ${sentenceOf(error)}`),
          )
        }
        if (image.length === 0) continue
        const body = { id, image: [...new Set(image)] }
        await call<ChangeCake>('POST /cakes/editcake', { body })
        done.push(id)
      }
    })
    setSent(`${done.length === 1 ? 'One cake has' : `${done.length} cakes have`} pictures now.`)
    setPictured((before) => [...before, ...done])
    setProblems(failed)
    await revalidate()
  }

  async function showAll() {
    await run(async () => {
      for (const id of pictured) {
        await call<ShowCake>('POST /cakes/showcake', { body: { id, hidden: false } })
      }
      setSent(`${cakesText(pictured.length)} shown in the shop.`)
      setPictured([])
    })
  }

  return (
    <Section id="pictures" title="Pictures">
      <p>{waitingText(count)}</p>
      {count > 0 && (
        <>
          <p translate="no" className="text-sm text-cocoa-soft">
            {namesText(cakes, count)}
          </p>
          <FileButton
            multiple
            onFiles={(files) => void add(files)}
            aria-busy={busy || undefined}
            className="min-h-24 border-2 border-dashed"
          >
            <span>Choose pictures, or drop them here</span>
          </FileButton>
          <p className="text-sm text-cocoa-soft">
            A file belongs to the cake that has its name in the list, or whose own name it has, such
            as “Truffle Cake 2.jpg”. For other files, open the cake’s form.
          </p>
        </>
      )}
      <p role="status">{sent}</p>
      {problems.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm break-words text-chilli">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {pictured.length > 0 && (
        <Button busy={busy} className="justify-self-start" onClick={() => void showAll()}>
          <span>{`Show ${pictured.length === 1 ? 'it' : `these ${pictured.length} cakes`} in the shop`}</span>
        </Button>
      )}
    </Section>
  )
}

const maxNames = 12

function namesText(cakes: readonly PicturelessCake[], count: number): string {
  const names = cakes.map(({ name, files: [file] }) => (file ? `${name} (${file})` : name))
  const shown = names.slice(0, maxNames).join(', ')
  return count > maxNames ? `${shown} and ${count - maxNames} more` : shown
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  throw error
}

/** A cake that waits for pictures; `files` are their names in the owner's list, if it has some. */
export type PicturelessCake = ImportOutcome['pictureless'][number]

/** The letters and digits of a name, without its ending: 'Truffle Cake (2).JPG' is 'trufflecake2'. */
function keyOf(name: string): string {
  const plain = name.slice(-200).normalize('NFKC').toLowerCase()
  return plain.replace(/\.[a-z]{3,4}$/, '').replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/**
 * Finds each file's cakes: all that have its name in the list, or else the one whose name or id it is, with or without a
 * number behind. A cake's pictures are in the order of the list, or else of their names.
 */
export function matchPictures<F extends { name: string }>(
  files: readonly F[],
  cakes: readonly PicturelessCake[],
): { matched: Map<string, F[]>; unmatched: F[] } {
  const keyed = cakes.map(({ id, name, files }) => {
    return { id, listed: files.map(keyOf), own: [keyOf(name), keyOf(id)] }
  })
  const matched = new Map<string, F[]>()
  const unmatched: F[] = []
  for (const file of files.toSorted((a, b) => inOrder.compare(a.name, b.name))) {
    const key = keyOf(file.name)
    const start = key.replace(/\d+$/, '')
    const listed = keyed.filter((cake) => cake.listed.includes(key))
    const exact = keyed.filter((cake) => cake.own.includes(key))
    const numbered = keyed.filter((cake) => start !== '' && cake.own.includes(start))
    const named = exact.length > 0 ? exact : numbered
    // Two cakes of one name: nobody knows whose it is.
    const owners = listed.length === 0 && named.length === 1 ? named : listed
    if (owners.length === 0) unmatched.push(file)
    for (const { id } of owners) matched.set(id, [...(matched.get(id) ?? []), file])
  }
  for (const { id, listed } of keyed) {
    const placeOf = (file: F) => listed.indexOf(keyOf(file.name))
    matched.get(id)?.sort((a, b) => placeOf(a) - placeOf(b))
  }
  return { matched, unmatched }
}

/** 'cake-9' before 'cake-10' */
const inOrder = new Intl.Collator('en', { numeric: true })

/** 'One cake is', '3 cakes are' */
const cakesText = (count: number) => (count === 1 ? 'One cake is' : `${count} cakes are`)

/** '3 cakes are hidden: no picture yet' */
export function waitingText(count: number): string {
  return count === 0 ? 'Every cake has a picture.' : `${cakesText(count)} hidden: no picture yet`
}
