import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, upload } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type {
  ImportOutcome,
  importCatalogueEndpoint,
  SentChoices,
} from '../admin-cakes.endpoints.ts'
import { countText, ImportCounts, ImportErrors, ImportPreview } from './import-outcome.tsx'
import { ImportQuestions } from './import-questions.tsx'
import type { PicturelessCake } from './match-pictures.ts'

interface CatalogueImportProps {
  /** Takes the cakes of the file that have no picture. */
  onRead: (cakes: readonly PicturelessCake[]) => void
}

/** Choose a file → see what it would change → confirm → done. */
export function CatalogueImport({ onRead }: CatalogueImportProps) {
  const { state, check, checkAgain, write } = useCatalogueImport(onRead)
  const heading = useRef<HTMLHeadingElement>(null)
  const isResult = state.step === 'unusable' || state.step === 'checked' || state.step === 'done'

  // The pressed button is gone, so the focus moves to the result.
  useEffect(() => {
    if (isResult) heading.current?.focus()
  }, [isResult])

  return (
    <div className="grid gap-6">
      <CatalogueFileChoice onChoose={(file) => void check(file)} busy={busyOf(state)} />
      {isResult && (
        <section aria-labelledby="import-result" className="grid gap-4">
          <h3
            id="import-result"
            ref={heading}
            tabIndex={-1}
            className="text-lg break-words focus:outline-none"
          >
            {headingOf(state)}
          </h3>
          {state.step === 'unusable' && <p className="text-chilli">{state.sentence}</p>}
          {state.step === 'done' && <ImportCounts outcome={state.outcome} />}
          {state.step === 'checked' && (
            <Checked
              {...state}
              onChoose={(choices) => void checkAgain(state, choices)}
              onWrite={() => void write(state)}
            />
          )}
        </section>
      )}
    </div>
  )
}

function busyOf(state: ImportState) {
  if (state.step === 'checking') return { words: `Checking ${state.name}…`, sent: state.sent }
  if (state.step !== 'writing') return null
  return { words: `Importing ${changesText(state.outcome)}…`, sent: state.sent }
}

function headingOf(state: ImportState): string {
  if (state.step === 'unusable') return `${state.name} cannot be imported`
  if (state.step === 'checked') {
    const { errorCount, lacking } = state.outcome
    if (errorCount > 0) {
      return `${state.file.name} has ${countText(errorCount)} ${errorCount === 1 ? 'error' : 'errors'}`
    }
    return lacking.some(isOpen)
      ? `${state.file.name} leaves one question`
      : `${state.file.name} is ready to import`
  }
  return state.step === 'done' ? `${changesText(state.outcome)} imported` : ''
}

/** Whether the owner has to say it: egg is not guessed. */
const isOpen = ({ value }: ImportOutcome['lacking'][number]) => value === ''

function changesText({ added, changed }: ImportOutcome): string {
  const changes = added + changed
  return changes === 1 ? 'One change' : `${countText(changes)} changes`
}

interface CheckedProps extends Omit<CheckedFile, 'file' | 'choices'> {
  onChoose: (choices: SentChoices) => void
  onWrite: () => void
}

function Checked({ outcome, sentence, isStale, onChoose, onWrite }: CheckedProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { added, changed, errorCount } = outcome
  const changes = added + changed
  const isAsked = outcome.lacking.some(isOpen)
  const canWrite = errorCount === 0 && changes > 0 && !isAsked && !isStale
  return (
    <>
      {sentence && (
        <p role="alert" className="font-semibold text-chilli">
          {sentence}
        </p>
      )}
      <ImportQuestions outcome={outcome} onChange={onChoose} />
      <ImportCounts outcome={outcome} />
      {outcome.skipped > 0 && <p>{skippedText(outcome.skipped)}</p>}
      {changes > 0 && isAsked && (
        <p className="font-semibold">Choose first whether the new cakes have egg.</p>
      )}
      {errorCount > 0 && <ImportErrors outcome={outcome} />}
      {errorCount === 0 && changes === 0 && (
        <p>Everything in the file matches the shop already. There is nothing to import.</p>
      )}
      {canWrite && (
        <Button className="justify-self-start" onClick={() => setIsConfirming(true)}>
          {`Import ${changesText(outcome).toLowerCase()}`}
        </Button>
      )}
      {outcome.preview.length > 0 && <ImportPreview outcome={outcome} />}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          onWrite()
        }}
        title="Import into the catalogue?"
        confirmLabel="Import"
      >
        <p>
          <span>{`${countText(added)} ${added === 1 ? 'cake' : 'cakes'}`}</span> will be added and{' '}
          <span>{countText(changed)}</span> updated, all together. The shop shows them right away.
        </p>
      </ConfirmDialog>
    </>
  )
}

function skippedText(rows: number): string {
  const are = rows === 1 ? 'One row is a group' : `${countText(rows)} rows are groups`
  return `${are} of products and no cake, and left out.`
}

interface CatalogueFileChoiceProps {
  onChoose: (file: File) => void
  /** Text and progress while a file is checked or imported. */
  busy: { words: string; sent: number } | null
}

/** Where a file is dropped or chosen; the same file may be chosen again after it was corrected. */
function CatalogueFileChoice({ onChoose, busy }: CatalogueFileChoiceProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file && !busy) onChoose(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field within does the same without a mouse
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-6 text-center ${isOver ? 'border-berry bg-blush' : 'border-stroke bg-cream'}`}
    >
      <FileUp size={32} aria-hidden="true" className="text-berry" />
      <label htmlFor={id} className="font-semibold">
        Choose a CSV or Excel file, or drop it here
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-disabled={busy !== null}
        aria-describedby={`${id}-hint`}
        onClick={(event) => {
          if (busy) event.preventDefault()
          // Else choosing the same file again would cause no event.
          event.currentTarget.value = ''
        }}
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0]) onChoose(files[0])
        }}
        className="w-full max-w-sm rounded-pill border border-stroke bg-paper p-1 text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-pill file:border-0 file:bg-berry file:px-5 file:font-semibold file:text-paper aria-disabled:opacity-60"
      />
      <p id={`${id}-hint`} className="text-sm text-cocoa-soft">
        Up to 10 MB and 20,000 rows. The file is checked first. Nothing changes until you confirm.
      </p>
      <div role="status" className="w-full max-w-sm">
        {busy && (
          <div className="grid gap-2">
            <p className="text-sm font-semibold">{busy.words}</p>
            <ProgressBar label="Uploading the file" value={busy.sent < 1 ? busy.sent : undefined} />
          </div>
        )}
      </div>
    </div>
  )
}

const maxBytes = 10 * 1024 * 1024

/** The steps of an import; `sent` is the uploaded part of the file, 0 to 1. */
type ImportState =
  | { step: 'choose' }
  | { step: 'checking'; name: string; sent: number }
  | { step: 'unusable'; name: string; sentence: string }
  | ({ step: 'checked' } & CheckedFile)
  | { step: 'writing'; file: File; outcome: ImportOutcome; sent: number }
  | { step: 'done'; outcome: ImportOutcome }

interface CheckedFile {
  file: File
  choices: SentChoices
  outcome: ImportOutcome
  sentence?: string
  /** The choices have changed since, and are being checked. */
  isStale?: boolean
}

/** A file is checked as soon as it is chosen, and imported after the baker confirms. */
function useCatalogueImport(onRead: CatalogueImportProps['onRead']) {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const latest = useRef<SentChoices>({})

  async function check(chosen: File) {
    const { name } = chosen
    setState({ step: 'checking', name, sent: 0 })
    try {
      // A copy: what is imported is what was checked, even if the spreadsheet is saved meanwhile.
      const file = await copyOf(chosen)
      const outcome = await send(file, { dryRun: 'true' }, (sent) =>
        setState({ step: 'checking', name, sent }),
      )
      latest.current = {}
      setState({ step: 'checked', file, choices: {}, outcome })
      onRead(outcome.pictureless)
    } catch (error) {
      setState({ step: 'unusable', name, sentence: sentenceOf(error) })
    }
  }

  /** The same file with other choices. Of several answers only that to the last counts. */
  async function checkAgain(checked: CheckedFile, choices: SentChoices) {
    if (JSON.stringify(choices) === JSON.stringify(latest.current)) return
    latest.current = choices
    const shown = { step: 'checked', file: checked.file, choices } as const
    setState({ ...shown, outcome: checked.outcome, isStale: true })
    const next = await send(checked.file, { ...choices, dryRun: 'true' }).then(
      (outcome) => ({ outcome }),
      (error) => ({ outcome: checked.outcome, isStale: true, sentence: sentenceOf(error) }),
    )
    if (latest.current === choices) setState({ ...shown, ...next })
  }

  async function write(checked: CheckedFile) {
    const { file, choices, outcome: before } = checked
    setState({ step: 'writing', file, outcome: before, sent: 0 })
    try {
      const query = { ...choices, dryRun: 'false' as const, version: before.version }
      const outcome = await send(file, query, (sent) =>
        setState({ step: 'writing', file, outcome: before, sent }),
      )
      setState({ step: 'done', outcome })
      onRead(outcome.pictureless)
      void revalidate()
    } catch (error) {
      setState({ step: 'checked', ...checked, sentence: sentenceOf(error) })
    }
  }

  return { state, check, checkAgain, write }
}

type ImportQuery = SentChoices & { dryRun: 'true' | 'false'; version?: string }

function send(file: File, query: ImportQuery, onProgress?: (sent: number) => void) {
  return upload<typeof importCatalogueEndpoint>('/cakes/import', file, { query, onProgress })
}

class UnreadableFile extends Error {}

async function copyOf(file: File): Promise<File> {
  if (file.size > maxBytes)
    throw new UnreadableFile('The file is larger than 10 MB. Split it into smaller ones.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnreadableFile('The file could not be read. Choose it again.')
  })
  return new File([bytes], file.name)
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  if (error instanceof UnreadableFile) return error.message
  throw error
}
