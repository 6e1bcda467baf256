import { useNavigation } from 'react-router'

/** A line at the top of the window while another page is on its way, unless it comes at once. */
export function LoadingLine() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 origin-left animate-approach bg-berry print:hidden"
    />
  )
}
