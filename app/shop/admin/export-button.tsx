import { useEffect, useRef, useState } from 'react'
import { createCsvRowCounter } from '#platform/csv.ts'
import { ApiError, saveFile } from '#platform/http/api-client.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProgressBar } from '#ui/loading.tsx'
import { downloadIcon } from '#ui/more-icons.ts'
import { toast } from '#ui/toast.tsx'

interface ExportButtonProps {
  /** From `fileUrl`. */
  address: string
  /** Also the start of the file's name: 'orders-2026-11-21.csv'. */
  what: 'orders' | 'users' | 'cakes' | 'security'
}

/** Saves an export as a file and shows its progress; without JavaScript it is a link. */
export function ExportButton({ address, what }: ExportButtonProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const { done, start, stop } = useExport(address, () => `${what}-${kolkataDay(new Date())}.csv`)
  const isRunning = done !== null
  const percent = Math.floor((done ?? 0) * 100)

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <a
        ref={link}
        href={address}
        aria-disabled={isRunning || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (!isRunning) void start()
        }}
        className={buttonLook({ variant: 'secondary', size: 'small' })}
      >
        <Icon path={downloadIcon} size={18} />
        <span>{`Export ${what} (CSV)`}</span>
      </a>
      {isRunning && (
        <div className="flex items-center gap-3">
          <div className="w-28">
            <ProgressBar label={`Export of ${what}`} value={done} />
          </div>
          <span className="w-10 text-right text-sm tabular-nums" aria-hidden="true">
            {`${percent}%`}
          </span>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              stop()
              link.current?.focus()
            }}
          >
            Stop
          </Button>
        </div>
      )}
    </div>
  )
}

/** `done` goes from 0 to 1 while the file is loaded, and is null otherwise. */
function useExport(address: string, fileName: () => string) {
  const [done, setDone] = useState<number | null>(null)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    const { signal } = controller
    stopper.current = controller
    setDone(0)
    try {
      await saveFile(address, fileName(), {
        signal,
        watch: (headers) => progress(headers, setDone),
      })
      toast.success('Export saved.')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!signal.aborted) toast.error(error.problem.detail)
    } finally {
      setDone(null)
    }
  }

  return { done, start, stop: () => stopper.current?.abort() }
}

function progress(headers: Headers, onDone: (done: number) => void) {
  const total = Number(headers.get('x-total-rows') ?? 0)
  const counter = createCsvRowCounter()
  return (piece: Uint8Array) => {
    const rows = Math.max(0, counter.take(piece) - 1)
    onDone(total > 0 ? Math.min(1, rows / total) : 0)
  }
}
