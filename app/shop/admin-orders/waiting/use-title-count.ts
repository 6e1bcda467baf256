import { useEffect, useState } from 'react'

/** Counts in the title of the tab what comes while nobody looks at it: '(1) Admin panel'. Answers how to count. */
export function useTitleCount(): (more: number) => void {
  const [count, setCount] = useState(0)

  useEffect(() => {
    const onLook = () => {
      if (!document.hidden) setCount(0)
    }
    document.addEventListener('visibilitychange', onLook)
    return () => document.removeEventListener('visibilitychange', onLook)
  }, [])

  useEffect(() => {
    if (count === 0) return
    const { title } = document
    document.title = `(${count}) ${title}`
    return () => {
      document.title = title
    }
  }, [count])

  return (more) => {
    if (document.hidden) setCount((before) => before + more)
  }
}
