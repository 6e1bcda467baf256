import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { CatalogueFileChoice } from './catalogue-file-choice.tsx'
import type { ImportOutcome } from './catalogue-files.endpoints.ts'
import { countText, ImportCounts, ImportFaults, ImportPreview } from './import-outcome.tsx'
import { type ImportState, useCatalogueImport } from './use-catalogue-import.ts'

/** Choose a file → see what it would change → confirm → done. */
export function CatalogueImport() {
  const { state, check, write } = useCatalogueImport()
  const heading = useRef<HTMLHeadingElement>(null)
  const isResult = state.step === 'refused' || state.step === 'checked' || state.step === 'done'

  // What was pressed is gone or says no more: whoever waits hears what came of it.
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
          {state.step === 'refused' && <p className="text-chilli">{state.sentence}</p>}
          {state.step === 'done' && <ImportCounts outcome={state.outcome} />}
          {state.step === 'checked' && (
            <Checked {...state} onWrite={() => void write(state.file, state.outcome)} />
          )}
        </section>
      )}
    </div>
  )
}

function busyOf(state: ImportState) {
  if (state.step === 'checking') return { words: `Checking ${state.name}…`, sent: state.sent }
  if (state.step !== 'writing') return null
  return { words: `Writing ${changesText(state.outcome)}…`, sent: state.sent }
}

function headingOf(state: ImportState): string {
  if (state.step === 'refused') return `${state.name} cannot be used`
  if (state.step === 'checked') {
    const { errorCount } = state.outcome
    if (errorCount > 0) {
      return `${state.file.name} has ${countText(errorCount)} ${errorCount === 1 ? 'fault' : 'faults'}`
    }
    return `${state.file.name} is in order`
  }
  return state.step === 'done' ? `${changesText(state.outcome)} written` : ''
}

function changesText({ added, changed }: ImportOutcome): string {
  const changes = added + changed
  return changes === 1 ? 'One change' : `${countText(changes)} changes`
}

interface CheckedProps {
  outcome: ImportOutcome
  sentence?: string
  onWrite: () => void
}

function Checked({ outcome, sentence, onWrite }: CheckedProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { added, changed, errorCount } = outcome
  const changes = added + changed
  const canWrite = errorCount === 0 && changes > 0
  return (
    <>
      {sentence && (
        <p role="alert" className="font-semibold text-chilli">
          {sentence}
        </p>
      )}
      <ImportCounts outcome={outcome} />
      {errorCount > 0 && <ImportFaults outcome={outcome} />}
      {errorCount === 0 && changes === 0 && (
        <p>Everything in the file is as it is in the shop. There is nothing to import.</p>
      )}
      {canWrite && (
        <Button className="justify-self-start" onClick={() => setIsAsking(true)}>
          Import {changesText(outcome).toLowerCase()}
        </Button>
      )}
      {changes > 0 && <ImportPreview outcome={outcome} />}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onWrite()
        }}
        title="Import into the catalogue?"
        confirmLabel="Import"
      >
        <p>
          {countText(added)} {added === 1 ? 'cake is' : 'cakes are'} added and {countText(changed)}{' '}
          {changed === 1 ? 'is' : 'are'} changed, all together. The shop shows them at once.
        </p>
      </ConfirmDialog>
    </>
  )
}
