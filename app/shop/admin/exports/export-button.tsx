import { Download } from 'lucide-react'
import { useRef } from 'react'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { ProgressBar } from '#ui/loading.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps {
  /** From `fileUrl`. */
  address: string
  /** What is exported: it begins the file's name, 'orders-2026-11-21.csv'. */
  what: 'orders' | 'users' | 'cakes'
  /** Of an export with a row on each line. */
  format?: 'csv' | 'json'
}

/** Saves an export as a file and shows how far it is; without script a plain link to it. */
export function ExportButton({ address, what, format = 'csv' }: ExportButtonProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const { done, start, stop } = useExport(
    address,
    () => `${what}-${kolkataDay(new Date())}.${format}`,
  )
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
        <Download size={18} aria-hidden="true" />
        Export {what} ({format.toUpperCase()})
      </a>
      {isRunning && (
        <div className="flex items-center gap-3">
          <div className="w-28">
            <ProgressBar label={`Export of ${what}`} value={done} />
          </div>
          <span className="w-10 text-right text-sm tabular-nums" aria-hidden="true">
            {percent}%
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
