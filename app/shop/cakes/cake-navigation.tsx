import { useNavigation } from 'react-router'
import { Spinner } from '#ui/loading.tsx'

/** Says that a cake's page is on its way, while the visitor still sees the page before. */
export function LoadingCake() {
  const { location } = useNavigation()
  const loading = location?.pathname.startsWith('/singleproduct/')
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-20 z-40 mx-auto flex w-fit animate-arrive items-center gap-2 rounded-pill bg-paper px-5 py-2.5 text-sm font-semibold shadow-lift empty:hidden"
    >
      {loading && (
        <>
          <Spinner />
          Loading…
        </>
      )}
    </p>
  )
}
