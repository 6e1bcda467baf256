import { unturned } from './isolated.ts'

interface WrittenProps {
  children: string
  /** Keeps its line breaks. */
  lines?: boolean
}

/**
 * Words that somebody wrote, in a page: they wrap wherever they must, and whatever their direction, what stands beside
 * them keeps its place.
 */
export function Written({ children, lines }: WrittenProps) {
  return (
    <bdi className={`wrap-anywhere ${lines ? 'whitespace-pre-line' : ''}`}>
      {unturned(children)}
    </bdi>
  )
}
