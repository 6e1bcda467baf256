import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { ProgressBar } from '#ui/progress-bar.tsx'

interface CatalogueFileChoiceProps {
  onChoose: (file: File) => void
  /** What is being done with a file at the moment; null when nothing. */
  busy: { words: string; sent: number } | null
}

/** Where a file is dropped or chosen; the same file may be chosen again once it is mended. */
export function CatalogueFileChoice({ onChoose, busy }: CatalogueFileChoiceProps) {
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
        Choose a CSV or JSON file, or drop it here
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-disabled={busy !== null}
        aria-describedby={`${id}-hint`}
        onClick={(event) => {
          if (busy) event.preventDefault()
          // Else choosing the same file again would say nothing.
          event.currentTarget.value = ''
        }}
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0]) onChoose(files[0])
        }}
        className="w-full max-w-sm rounded-pill border border-stroke bg-paper p-1 text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-pill file:border-0 file:bg-berry file:px-5 file:font-semibold file:text-paper aria-disabled:opacity-60"
      />
      <p id={`${id}-hint`} className="text-sm text-cocoa-soft">
        Up to 10 MB and 20,000 rows. It is checked first; nothing is written yet.
      </p>
      <div role="status" className="w-full max-w-sm">
        {busy && (
          <div className="grid gap-2">
            <p className="text-sm font-semibold">{busy.words}</p>
            <ProgressBar
              label="The file on its way"
              value={busy.sent < 1 ? busy.sent : undefined}
            />
          </div>
        )}
      </div>
    </div>
  )
}
