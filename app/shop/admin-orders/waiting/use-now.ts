import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time, to the minute: at first when the page was read, so that server and browser write the same. */
export function useNow(readAt: string): Date {
  const [now, setNow] = useState(() => new Date(readAt))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
