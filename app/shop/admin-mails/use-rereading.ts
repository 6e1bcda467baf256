import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type ListedMail, rereadAfter } from './listed-mail.ts'

/** Reads the page anew for as long as a mail on it waits, and somebody looks. */
export function useRereading(mails: readonly ListedMail[]) {
  const { revalidate } = useRevalidator()
  const afterMs = rereadAfter(mails)
  useEffect(() => {
    if (afterMs === null) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, afterMs)
    return () => clearInterval(timer)
  }, [afterMs, revalidate])
}
