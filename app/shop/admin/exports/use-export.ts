import { useEffect, useRef, useState } from 'react'
import { createCsvRowCounter } from '#platform/csv-rows.ts'
import { ApiError, saveFile } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.tsx'

/** Saves a CSV file of the API; `done` is 0 to 1 while it comes, null when none does. */
export function useExport(address: string, fileName: () => string) {
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
      toast.success('The export is saved.')
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
